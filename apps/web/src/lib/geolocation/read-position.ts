import { accuracyBand, isAccurateEnough } from '@muster/domain/accuracy.ts'
import type { DevicePosition, LocationDevice, PositionFailure, WatchOptions } from './location-device.ts'
import { type PositionResult, toReading } from './reading.ts'

export type ReadOptions = WatchOptions & {
  /** Timeout in milliseconds around the device's own timeout, for devices that never call back. */
  readonly outerTimeoutMs: number
}

/** Milliseconds in which a cached first reading, or one of only fair accuracy, may still improve. */
export const improvementTimeMs = 2_000
/** A reading older than this, in milliseconds, counts as cached, because the person may have moved since. */
const maxFreshAgeMs = 5_000

/** Receives the current accuracy in metres, and a function that accepts the reading as it is. */
export type NarrowingListener = (accuracyMeters: number, useNow: () => void) => void

/**
 * Takes one reading; never throws. Watches the device and calls `onNarrow` as the accuracy improves. A fresh, accurate reading is
 * returned immediately. A cached one, or one of fair accuracy, gets `improvementTimeMs` to improve; a poor one gets the device's
 * whole timeout. Resolves to the best reading. Aborting `signal` releases the device immediately; ignore the result then.
 */
export function readPosition(
  device: LocationDevice,
  options: ReadOptions,
  onNarrow?: NarrowingListener,
  signal?: AbortSignal,
): Promise<PositionResult> {
  return new Promise(resolve => {
    let bestPosition: DevicePosition | undefined
    let stop: (() => void) | undefined
    let graceTimer: ReturnType<typeof setTimeout> | undefined
    const startedAt = Date.now()
    let deadline = Number.POSITIVE_INFINITY
    let isDone = false

    const finish = (failure: PositionFailure) => {
      if (isDone) return
      isDone = true
      clearTimeout(outerTimer)
      clearTimeout(graceTimer)
      signal?.removeEventListener('abort', abort)
      stop?.()
      resolve(
        bestPosition
          ? { ok: true, reading: toReading(bestPosition, options.maximumAgeMs) }
          : { ok: false, failure },
      )
    }
    const abort = () => finish('unavailable')
    const outerTimer = setTimeout(() => finish('timeout'), options.outerTimeoutMs)

    const handlePosition = (position: DevicePosition) => {
      if (isDone) return
      if (!bestPosition || isBetter(position, bestPosition)) bestPosition = position
      const isFresh = Date.now() - bestPosition.timestamp <= maxFreshAgeMs
      if (isFresh && isAccurateEnough(bestPosition.coords.accuracy)) return finish('timeout')
      onNarrow?.(bestPosition.coords.accuracy, () => finish('timeout'))
      const isPoor = accuracyBand(bestPosition.coords.accuracy) === 'poor'
      const waitMs = isPoor ? startedAt + options.timeoutMs - Date.now() : improvementTimeMs
      clearTimeout(graceTimer)
      deadline = Math.min(deadline, Date.now() + waitMs)
      graceTimer = setTimeout(() => finish('timeout'), Math.max(0, deadline - Date.now()))
    }

    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    stop = device.watch(options, handlePosition, finish)
    // The device may respond before it has returned the function that stops it.
    if (isDone) stop()
  })
}

function isBetter(next: DevicePosition, best: DevicePosition): boolean {
  const isNewer = next.timestamp - best.timestamp > maxFreshAgeMs
  return isNewer || next.coords.accuracy <= best.coords.accuracy
}
