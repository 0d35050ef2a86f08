import type { LocationDevice, PositionFailure } from './location-device.ts'
import { type NarrowingListener, type ReadOptions, readPosition } from './read-position.ts'
import type { PositionResult } from './reading.ts'
import { wait } from './wait.ts'

const checkTimeoutMs = 8_000
const checkMaxAgeMs = 30_000
/** Timeout in milliseconds around the device's own timeout, for devices that never call back. */
const checkOuterTimeoutMs = 10_000
const memberCheckTimeoutMs = 15_000
const memberCheckMaxAgeMs = 30_000
const getLocationTimeoutMs = 30_000
const getLocationMaxAgeMs = 60_000
const mapCreatorTimeoutMs = 10_000
const zoneDialogTimeoutMs = 15_000
const zoneDialogMaxAgeMs = 5 * 60_000
/** Maximum number of retries after a failure; the specification gives no number. */
const maxRetries = 2
/** Retry n starts n times this long after the failure, and gives the device n times the extra time. */
const locationRetryDelayMs = 2_000
const locationRetryExtraMs = 5_000

/** Milliseconds by which the outer timeout exceeds the device's own. */
const outerSlackMs = checkOuterTimeoutMs - checkTimeoutMs

type ScreenOptions = {
  readonly timeoutMs: number
  readonly maximumAgeMs: number
  /** Maximum number of retries after a failure, each with a longer timeout. */
  readonly retries: number
}

export const screenOptions = {
  /** Screens with the person's own zones: the member's screen and My Zones. */
  member: {
    timeoutMs: memberCheckTimeoutMs,
    maximumAgeMs: memberCheckMaxAgeMs,
    retries: maxRetries,
  },
  /** Check Position on the zone screens, whose outer timeout leaves no time for retries. */
  zone: { timeoutMs: checkTimeoutMs, maximumAgeMs: checkMaxAgeMs, retries: 0 },
  /** Get Location, and other uses that only need the person's position. */
  location: {
    timeoutMs: getLocationTimeoutMs,
    maximumAgeMs: getLocationMaxAgeMs,
    retries: maxRetries,
  },
  creator: { timeoutMs: mapCreatorTimeoutMs, maximumAgeMs: 0, retries: maxRetries },
  dialog: {
    timeoutMs: zoneDialogTimeoutMs,
    maximumAgeMs: zoneDialogMaxAgeMs,
    retries: maxRetries,
  },
} as const satisfies Record<string, ScreenOptions>

export type LocationScreen = keyof typeof screenOptions

/** True for failures that may be temporary. A denied permission or a missing device is not retried. */
const isTransient = (failure: PositionFailure) => failure === 'timeout' || failure === 'unavailable'

/** As often as the screen allows. Retry n starts n × 2 s after the failure and gives the device n × 5 s more. */
export async function readWithRetries(
  device: LocationDevice,
  screen: LocationScreen,
  onNarrow?: NarrowingListener,
  signal?: AbortSignal,
): Promise<PositionResult> {
  const { timeoutMs, maximumAgeMs, retries } = screenOptions[screen]
  for (let retry = 0; ; retry++) {
    if (retry > 0) await wait(retry * locationRetryDelayMs, signal)
    const attemptTimeoutMs = timeoutMs + retry * locationRetryExtraMs
    const options: ReadOptions = {
      timeoutMs: attemptTimeoutMs,
      maximumAgeMs,
      outerTimeoutMs: attemptTimeoutMs + outerSlackMs,
    }
    const result = await readPosition(device, options, onNarrow, signal)
    if (result.ok || retry >= retries || signal?.aborted || !isTransient(result.failure)) return result
  }
}
