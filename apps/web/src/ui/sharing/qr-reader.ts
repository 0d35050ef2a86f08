/** Finds the text of a QR code in what a video shows, or undefined. */
export type ReadQr = (video: HTMLVideoElement) => Promise<string | undefined>

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** The browser's own reader where it has one for QR codes; the others load one, which comes from our own server. */
export async function createQrReader(): Promise<ReadQr> {
  const Detector = (await nativeDetector()) ?? (await loadedDetector())
  const detector = new Detector({ formats: ['qr_code'] })
  return async video => (await detector.detect(video))[0]?.rawValue
}

async function nativeDetector(): Promise<DetectorClass | undefined> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass }
  return (await Native?.getSupportedFormats())?.includes('qr_code') ? Native : undefined
}

async function loadedDetector(): Promise<DetectorClass> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  // Without it the library fetches the file from another host.
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  return BarcodeDetector as unknown as DetectorClass
}
