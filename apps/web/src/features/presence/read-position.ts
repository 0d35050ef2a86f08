import { accuracyBand, isAccurateEnough } from '@muster/domain/accuracy.ts'
import { limits } from '@muster/domain/limits.ts'

/** Why the device gave no position. */
export type PositionFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported'

/** One reading: WGS 84 degrees, metres, and the device's clock as an ISO instant. */
export type PositionReading = { lat: number; lng: number; accuracyMeters: number | null; capturedAt: string }

export type PositionResult = { ok: true; reading: PositionReading } | { ok: false; failure: PositionFailure }

type PositionOptions = {
  /** What the device may take, in milliseconds. */
  timeoutMs: number
  /** How old a cached position may be, in milliseconds. */
  maximumAgeMs: number
  /** A timer around the device's own, for devices that never call back. */
  outerTimeoutMs: number
}

const outerSlackMs = limits.checkOuterTimeoutMs - limits.checkTimeoutMs

/** The options of the specification, by the screen that asks. */
export const positionOptions = {
  member: {
    timeoutMs: limits.memberCheckTimeoutMs,
    maximumAgeMs: limits.memberCheckMaxAgeMs,
    outerTimeoutMs: limits.memberCheckTimeoutMs + outerSlackMs,
  },
  zone: {
    timeoutMs: limits.checkTimeoutMs,
    maximumAgeMs: limits.checkMaxAgeMs,
    outerTimeoutMs: limits.checkOuterTimeoutMs,
  },
  location: {
    timeoutMs: limits.getLocationTimeoutMs,
    maximumAgeMs: limits.getLocationMaxAgeMs,
    outerTimeoutMs: limits.getLocationTimeoutMs + outerSlackMs,
  },
} as const satisfies Record<string, PositionOptions>

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
  options: PositionOptions,
  onNarrow?: Narrowing,
  signal?: AbortSignal,
): Promise<PositionResult> {
  const geolocation = typeof navigator === 'undefined' ? undefined : navigator.geolocation
  if (!geolocation) return Promise.resolve({ ok: false, failure: 'unsupported' })

  return new Promise(resolve => {
    let best: GeolocationPosition | undefined
    let watch: number | undefined
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
      if (watch !== undefined) geolocation.clearWatch(watch)
      resolve(best ? { ok: true, reading: readingOf(best, options) } : { ok: false, failure })
    }
    const abort = () => finish('unavailable')
    const outer = setTimeout(() => finish('timeout'), options.outerTimeoutMs)

    const found = (position: GeolocationPosition) => {
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
    const failed = (error: { code: number }) => finish(failureOf(error.code))

    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    try {
      const { timeoutMs: timeout, maximumAgeMs: maximumAge } = options
      watch = geolocation.watchPosition(found, failed, { enableHighAccuracy: true, timeout, maximumAge })
      // The device may have answered before it gave the watch a number.
      if (done) geolocation.clearWatch(watch)
    } catch {
      finish('unavailable')
    }
  })
}

function isBetter(next: GeolocationPosition, best: GeolocationPosition): boolean {
  const isNewer = next.timestamp - best.timestamp > freshMs
  return isNewer || next.coords.accuracy <= best.coords.accuracy
}

/** The codes of `GeolocationPositionError`. */
function failureOf(code: number): PositionFailure {
  if (code === 1) return 'denied'
  return code === 3 ? 'timeout' : 'unavailable'
}

/**
 * A provider that stands still keeps handing out its first timestamp, and some count from another epoch; the browser
 * vouches that no position is older than `maximumAgeMs`.
 */
function readingOf({ coords, timestamp }: GeolocationPosition, options: PositionOptions): PositionReading {
  const now = Date.now()
  const at = Math.min(now, Math.max(timestamp, now - options.maximumAgeMs))
  return {
    lat: coords.latitude,
    lng: coords.longitude,
    accuracyMeters: Number.isFinite(coords.accuracy) ? coords.accuracy : null,
    capturedAt: new Date(at).toISOString(),
  }
}
