import { t } from '@lingui/core/macro'
import { isAccurateEnough, trackingAccuracyLimitM, zoneAccuracyLimitM } from '@muster/domain/accuracy.ts'
import { failureText } from './failure-text.ts'
import type { LocationDevice, PositionFailure, WatchOptions } from './location-device.ts'
import { readOnce } from './read-once.ts'
import type { PositionReading } from './reading.ts'
import { wait } from './wait.ts'

const gpsOnlyTimeoutMs = 45_000
const highAccuracyTimeoutMs = 30_000
const highAccuracyMaxAgeMs = 3_000
const ultraTimeoutMs = 60_000
const maxAttempts = 3
const poorReadingDelayMs = 3_000
const locationErrorDelayMs = 2_000
const gpsWarmUpMs = 10_000
const gpsWarmUpWaitMs = 2_000
/** Maximum age in milliseconds of a good reading that may replace a failed one. */
const maxCachedAgeMs = 2 * 60_000

/** The requests for precise positions, in order of increasing timeout. */
export const strategies = {
  highAccuracy: { timeoutMs: highAccuracyTimeoutMs, maximumAgeMs: highAccuracyMaxAgeMs },
  gpsOnly: { timeoutMs: gpsOnlyTimeoutMs, maximumAgeMs: 0, gpsOnly: true },
  ultra: { timeoutMs: ultraTimeoutMs, maximumAgeMs: 0 },
} as const satisfies Record<string, WatchOptions>

const strategyOrder = [strategies.highAccuracy, strategies.gpsOnly, strategies.ultra]

export type ExactResult =
  | { ok: true; reading: PositionReading; cached: boolean }
  | { ok: false; text: string }

/** The last sufficiently accurate reading, no matter which caller requested it. */
export type AccurateReadingCache = { reading?: PositionReading }

/** True for failures after which the device must not be asked again. */
const isFinal = (failure: PositionFailure) =>
  failure === 'denied' || failure === 'unsupported' || failure === 'insecure'

/**
 * Gets a reading accurate enough for tracking in up to three attempts; never throws. On a phone, a reading that is not accurate
 * enough for a zone is followed by one from satellites only, and the more accurate of the two counts. If no attempt gives such a
 * reading, uses an accurate one from the last two minutes, unless permission was denied or the device gives no positions.
 */
export async function locateExactly(
  device: LocationDevice,
  readingCache: AccurateReadingCache,
  signal?: AbortSignal,
): Promise<ExactResult> {
  await warmUp(device, signal)

  let mayRetryByGps = device.platform !== 'web'
  let failure: PositionFailure | undefined
  for (let attempt = 0; attempt < maxAttempts && !signal?.aborted; attempt++) {
    if (attempt > 0) await wait(failure ? locationErrorDelayMs : poorReadingDelayMs, signal)
    const result = await readOnce(device, strategyOrder[attempt] ?? strategies.ultra, signal)
    failure = result.ok ? undefined : result.failure
    if (failure && isFinal(failure)) break
    if (!result.ok) continue
    let { reading } = result
    if (mayRetryByGps && !isWithin(reading, zoneAccuracyLimitM)) {
      mayRetryByGps = false
      const gpsResult = await readOnce(device, strategies.gpsOnly, signal)
      if (gpsResult.ok) reading = pickMoreAccurate(gpsResult.reading, reading)
    }
    if (isWithin(reading, trackingAccuracyLimitM)) {
      readingCache.reading = reading
      return { ok: true, reading, cached: false }
    }
  }
  const cachedReading = readingCache.reading
  // Once permission is withdrawn or positions are unsupported, earlier readings must not be used either.
  const isRefused = failure !== undefined && isFinal(failure)
  if (cachedReading && !isRefused && Date.now() - Date.parse(cachedReading.capturedAt) <= maxCachedAgeMs)
    return { ok: true, reading: cachedReading, cached: true }
  if (!failure)
    return { ok: false, text: t`Failed to get acceptable location accuracy after multiple attempts` }
  const reason = failureText(failure).text
  return { ok: false, text: t`High-accuracy location unavailable: ${reason}` }
}

/** Warms up the satellite receiver on Android, which takes a while to settle. Its first positions are discarded. */
async function warmUp(device: LocationDevice, signal?: AbortSignal): Promise<void> {
  if (device.platform !== 'android') return
  await readOnce(device, { timeoutMs: gpsWarmUpMs, maximumAgeMs: 0, gpsOnly: true }, signal)
  await wait(gpsWarmUpWaitMs, signal)
}

/** True if the reading's accuracy is known and within a limit in metres. */
export const isWithin = ({ accuracyMeters }: PositionReading, limitM: number) =>
  isAccurateEnough(accuracyMeters ?? undefined, limitM)

const pickMoreAccurate = (a: PositionReading, b: PositionReading) =>
  (a.accuracyMeters ?? Number.POSITIVE_INFINITY) <= (b.accuracyMeters ?? Number.POSITIVE_INFINITY) ? a : b
