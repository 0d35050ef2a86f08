/** Resolves to the text of a QR code in the current frame of a video, or undefined. */
export type ReadQr = (video: HTMLVideoElement) => Promise<string | undefined>

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** Creates a reader that uses the browser's own QR support or, in browsers without it, a decoder loaded from our own server. */
export async function createQrReader(): Promise<ReadQr> {
  const Detector = (await getNativeDetector()) ?? (await loadDetector())
  const detector = new Detector({ formats: ['qr_code'] })
  return async video => (await detector.detect(video))[0]?.rawValue
}

async function getNativeDetector(): Promise<DetectorClass | undefined> {
  const { BarcodeDetector: NativeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  return (await NativeDetector?.getSupportedFormats())?.includes('qr_code') ? NativeDetector : undefined
}

async function loadDetector(): Promise<DetectorClass> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasmUrl }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  // By default the library fetches its WebAssembly file from another host.
  prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })
  return BarcodeDetector as unknown as DetectorClass
}
