import { accuracyBand, isAccurateEnough } from '@muster/domain/accuracy.ts'
import type { Ask, DevicePosition, LocationDevice, PositionFailure } from './location-device.ts'
import { type PositionResult, readingOf } from './reading.ts'

/** Time limits of a reading. */
export type ReadOptions = Ask & {
  /** A timer around the device's own, for devices that never call back. */
  readonly outerTimeoutMs: number
}

/** How long a first reading that is cached or only fair may still be bettered, in milliseconds. */
export const settleMs = 2_000
/** A reading older than this, in milliseconds, is a cached one: somebody may have walked since. */
const freshMs = 5_000

/** The reading so far, in metres of accuracy, and a way to be content with it. */
export type Narrowing = (accuracyMeters: number, useNow: () => void) => void

/**
 * One reading from the device, never an exception. The device is watched: `onNarrow` hears the accuracy as it narrows, a
 * cached or fair first reading gets `settleMs` to be bettered, a poor one the whole time the device may take, and the best
 * one counts. When `signal` aborts, the device is let go at once; the answer is then of no use to anybody.
 */
export function readPosition(
  device: LocationDevice,
  options: ReadOptions,
  onNarrow?: Narrowing,
  signal?: AbortSignal,
): Promise<PositionResult> {
  return new Promise(resolve => {
    let best: DevicePosition | undefined
    let stop: (() => void) | undefined
    let settle: ReturnType<typeof setTimeout> | undefined
    const begun = Date.now()
    let until = Number.POSITIVE_INFINITY
    let done = false

    const finish = (failure: PositionFailure) => {
      if (done) return
      done = true
      clearTimeout(outer)
      clearTimeout(settle)
      signal?.removeEventListener('abort', abort)
      stop?.()
      resolve(best ? { ok: true, reading: readingOf(best, options.maximumAgeMs) } : { ok: false, failure })
    }
    const abort = () => finish('unavailable')
    const outer = setTimeout(() => finish('timeout'), options.outerTimeoutMs)

    const found = (position: DevicePosition) => {
      if (done) return
      if (!best || isBetter(position, best)) best = position
      const isFresh = Date.now() - best.timestamp <= freshMs
      if (isFresh && isAccurateEnough(best.coords.accuracy)) return finish('timeout')
      onNarrow?.(best.coords.accuracy, () => finish('timeout'))
      const isPoor = accuracyBand(best.coords.accuracy) === 'poor'
      const most = isPoor ? begun + options.timeoutMs - Date.now() : settleMs
      clearTimeout(settle)
      until = Math.min(until, Date.now() + most)
      settle = setTimeout(() => finish('timeout'), Math.max(0, until - Date.now()))
    }

    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    stop = device.watch(options, found, finish)
    // The device may have answered before it gave the way to stop it.
    if (done) stop()
  })
}

function isBetter(next: DevicePosition, best: DevicePosition): boolean {
  const isNewer = next.timestamp - best.timestamp > freshMs
  return isNewer || next.coords.accuracy <= best.coords.accuracy
}
