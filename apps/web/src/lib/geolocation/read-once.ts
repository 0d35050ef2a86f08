import type { LocationDevice, WatchOptions } from './location-device.ts'
import { type PositionResult, toReading } from './reading.ts'

/** Resolves to the device's first position, or the reason why there is none. Stops the watch after its timeout, or on `signal`. */
export function readOnce(
  device: LocationDevice,
  options: WatchOptions,
  signal?: AbortSignal,
): Promise<PositionResult> {
  return new Promise(resolve => {
    let stop: (() => void) | undefined
    let isDone = false
    const finish = (result: PositionResult) => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      stop?.()
      resolve(result)
    }
    const abort = () => finish({ ok: false, failure: 'unavailable' })
    // Some devices never call back.
    const timer = setTimeout(() => finish({ ok: false, failure: 'timeout' }), options.timeoutMs)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    stop = device.watch(
      options,
      position => finish({ ok: true, reading: toReading(position, options.maximumAgeMs) }),
      failure => finish({ ok: false, failure }),
    )
    // The device may respond before it has returned the function that stops it.
    if (isDone) stop()
  })
}
