import { t } from '@lingui/core/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ProblemAlert } from '../states/problem-alert.tsx'
import classes from './code-scanner.module.css'

/** Resolves to the text of a QR code in the current frame of a video, or undefined. */
type ReadQr = (video: HTMLVideoElement) => Promise<string | undefined>

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** Creates a reader that uses the browser's own QR support or, in browsers without it, a decoder loaded from our own server. */
async function createQrReader(): Promise<ReadQr> {
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

type Props = {
  /** Receives the text of a scanned code; returns true if it is the expected one. */
  onRead: (text: string) => boolean
  onStop: () => void
}

/** Scan interval in milliseconds: short enough to feel immediate, long enough to save battery. */
const scanIntervalMs = 200

function describeProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return t`This site isn’t allowed to use the camera. Allow it in your browser or phone settings, or type the code instead.`
  if (name === 'NotFoundError') return t`This device has no camera. Type the code instead.`
  if (name === 'NotReadableError') return t`Another app is using the camera. Close it or type the code.`
  return t`The camera couldn’t be started. Type the code instead.`
}

/** A camera view that scans QR codes until it finds the expected one. */
export function CodeScanner({ onRead, onStop }: Props) {
  const videoRef = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isWrong, setIsWrong] = useState(false)
  const handleText = useEffectEvent((text: string) => {
    const isAccepted = onRead(text)
    setIsWrong(!isAccepted)
    return isAccepted
  })

  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const stopCamera = () => {
      isStopped = true
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const startCamera = async () => {
      const videoElement = videoRef.current
      if (!videoElement) return
      const [openedStream, readQr] = await Promise.all([
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
        createQrReader(),
      ])
      stream = openedStream
      // The view was closed while the camera permission was pending, so the camera must be switched off again.
      if (isStopped) return stopCamera()
      videoElement.srcObject = stream
      await videoElement.play()
      const scan = async () => {
        const text = await readQr(videoElement)
        if (isStopped) return
        if (text !== undefined && handleText(text)) return stopCamera()
        timer = setTimeout(() => void scan().catch(handleFailure), scanIntervalMs)
      }
      await scan()
    }
    const handleFailure = (error: unknown) => {
      if (isStopped) return
      stopCamera()
      console.warn('The camera could not be used:', error)
      setProblem(describeProblem(error))
    }
    startCamera().catch(handleFailure)
    return stopCamera
  }, [])

  return (
    <Stack align="flex-start" gap="sm">
      {problem ? (
        <ProblemAlert>{problem}</ProblemAlert>
      ) : (
        <>
          <video ref={videoRef} className={classes.picture} muted playsInline aria-label={t`Camera view`} />
          <Text role="status" c="dimmed">
            {isWrong
              ? t`This isn’t a user code. Point the camera at the person’s QR code.`
              : t`Point the camera at the person’s QR code.`}
          </Text>
        </>
      )}
      <Button variant="default" onClick={onStop}>
        {problem ? t`Type the code` : t`Stop scanning`}
      </Button>
    </Stack>
  )
}
