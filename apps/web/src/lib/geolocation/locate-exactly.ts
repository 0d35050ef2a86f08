import { isAccurateEnough, trackingAccuracyLimitM, zoneAccuracyLimitM } from '@muster/domain/accuracy.ts'
import { failureText } from './failure-text.ts'
import type { Ask, LocationDevice, PositionFailure } from './location-device.ts'
import { readOnce } from './read-once.ts'
import type { PositionReading } from './reading.ts'
import { wait } from './wait.ts'

const gpsOnlyTimeoutMs = 45_000
const highAccuracyTimeoutMs = 30_000
const highAccuracyMaxAgeMs = 3_000
const ultraTimeoutMs = 60_000
const locationAttempts = 3
const afterPoorReadingMs = 3_000
const afterLocationErrorMs = 2_000
const gpsWarmUpMs = 10_000
const gpsWarmUpWaitMs = 2_000
/** How old a good reading may be that stands in for one that could not be had. */
const cachedLocationMs = 2 * 60_000

/** Requests to a device where precision matters, the most patient last. */
export const strategies = {
  highAccuracy: { timeoutMs: highAccuracyTimeoutMs, maximumAgeMs: highAccuracyMaxAgeMs },
  gpsOnly: { timeoutMs: gpsOnlyTimeoutMs, maximumAgeMs: 0, gpsOnly: true },
  ultra: { timeoutMs: ultraTimeoutMs, maximumAgeMs: 0 },
} as const satisfies Record<string, Ask>

/** One attempt after the other. */
const ladder = [strategies.highAccuracy, strategies.gpsOnly, strategies.ultra]

export type ExactResult =
  | { ok: true; reading: PositionReading; cached: boolean }
  | { ok: false; text: string }

/** The last reading that was good enough, whoever asked for it. */
export type LastGood = { reading?: PositionReading }

/** Why a device must not be asked again. */
const isFinal = (failure: PositionFailure) =>
  failure === 'denied' || failure === 'unsupported' || failure === 'insecure'

/**
 * A reading good enough for tracking, in up to three attempts; never an exception. On a phone one that is not good enough
 * for a zone is asked for once more, from the satellites alone, and the better one counts. When all fail, a good one of
 * the last two minutes does.
 */
export async function locateExactly(
  device: LocationDevice,
  last: LastGood,
  signal?: AbortSignal,
): Promise<ExactResult> {
  await warmUp(device, signal)

  let mayRetryByGps = device.platform !== 'web'
  let failure: PositionFailure | undefined
  for (let attempt = 0; attempt < locationAttempts && !signal?.aborted; attempt++) {
    if (attempt > 0) await wait(failure ? afterLocationErrorMs : afterPoorReadingMs, signal)
    const result = await readOnce(device, ladder[attempt] ?? strategies.ultra, signal)
    failure = result.ok ? undefined : result.failure
    if (failure && isFinal(failure)) break
    if (!result.ok) continue
    let { reading } = result
    if (mayRetryByGps && !isWithin(reading, zoneAccuracyLimitM)) {
      mayRetryByGps = false
      const again = await readOnce(device, strategies.gpsOnly, signal)
      if (again.ok) reading = better(again.reading, reading)
    }
    if (isWithin(reading, trackingAccuracyLimitM)) {
      last.reading = reading
      return { ok: true, reading, cached: false }
    }
  }
  const cached = last.reading
  // A permission that was taken back ends the use of earlier readings.
  const isRefused = failure !== undefined && isFinal(failure)
  if (cached && !isRefused && Date.now() - Date.parse(cached.capturedAt) <= cachedLocationMs)
    return { ok: true, reading: cached, cached: true }
  if (!failure)
    return { ok: false, text: 'Failed to get acceptable location accuracy after multiple attempts' }
  return { ok: false, text: `High-accuracy location unavailable: ${failureText(failure).text}` }
}

/** Android's satellites take a while; what they give first is thrown away. */
async function warmUp(device: LocationDevice, signal?: AbortSignal): Promise<void> {
  if (device.platform !== 'android') return
  await readOnce(device, { timeoutMs: gpsWarmUpMs, maximumAgeMs: 0, gpsOnly: true }, signal)
  await wait(gpsWarmUpWaitMs, signal)
}

/** Whether a reading is good enough for a limit in metres. */
export const isWithin = ({ accuracyMeters }: PositionReading, limitM: number) =>
  isAccurateEnough(accuracyMeters ?? undefined, limitM)

const better = (one: PositionReading, other: PositionReading) =>
  (one.accuracyMeters ?? Number.POSITIVE_INFINITY) <= (other.accuracyMeters ?? Number.POSITIVE_INFINITY)
    ? one
    : other
