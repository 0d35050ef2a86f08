import type { LocationDevice, PositionFailure } from './location-device.ts'
import { type Narrowing, type ReadOptions, readPosition } from './read-position.ts'
import type { PositionResult } from './reading.ts'
import { wait } from './wait.ts'

const checkTimeoutMs = 8_000
const checkMaxAgeMs = 30_000
/** A timer around the device's own, for devices that never call back. */
const checkOuterTimeoutMs = 10_000
const memberCheckTimeoutMs = 15_000
const memberCheckMaxAgeMs = 30_000
const getLocationTimeoutMs = 30_000
const getLocationMaxAgeMs = 60_000
const mapCreatorTimeoutMs = 10_000
const zoneDialogTimeoutMs = 15_000
const zoneDialogMaxAgeMs = 5 * 60_000
/** How often a device that finds nothing is asked again; the specification names no number. */
const locationRetries = 2
/** Retry n comes n times this long after the failure, and gives the device n times the extra time. */
const locationRetryDelayMs = 2_000
const locationRetryExtraMs = 5_000

/** A timer around the device's own begins this much later, in milliseconds. */
const outerSlackMs = checkOuterTimeoutMs - checkTimeoutMs

type ScreenOptions = {
  readonly timeoutMs: number
  readonly maximumAgeMs: number
  /** How often the device is asked again when it finds nothing, each time with more patience. */
  readonly retries: number
}

/** The options of the specification, by what asks. */
export const screens = {
  /** One's own zones: the member's screen and My Zones. */
  member: {
    timeoutMs: memberCheckTimeoutMs,
    maximumAgeMs: memberCheckMaxAgeMs,
    retries: locationRetries,
  },
  /** Check Position on the zone screens: its outer timer leaves no time to ask again. */
  zone: { timeoutMs: checkTimeoutMs, maximumAgeMs: checkMaxAgeMs, retries: 0 },
  /** Get Location, and what else only wants to know where one is. */
  location: {
    timeoutMs: getLocationTimeoutMs,
    maximumAgeMs: getLocationMaxAgeMs,
    retries: locationRetries,
  },
  /** The map on which a zone is drawn. */
  creator: { timeoutMs: mapCreatorTimeoutMs, maximumAgeMs: 0, retries: locationRetries },
  /** One's own marker on the map of a zone. */
  dialog: {
    timeoutMs: zoneDialogTimeoutMs,
    maximumAgeMs: zoneDialogMaxAgeMs,
    retries: locationRetries,
  },
} as const satisfies Record<string, ScreenOptions>

export type LocationScreen = keyof typeof screens

/** Failures that may go better a moment later; a person who refused, or has no device, is not asked again. */
const mayPass = (failure: PositionFailure) => failure === 'timeout' || failure === 'unavailable'

/** One reading as a screen wants it. The n-th retry comes n times 2 s later and gives the device n times 5 s more. */
export async function readWithRetries(
  device: LocationDevice,
  screen: LocationScreen,
  onNarrow?: Narrowing,
  signal?: AbortSignal,
): Promise<PositionResult> {
  const { timeoutMs, maximumAgeMs, retries } = screens[screen]
  for (let retry = 0; ; retry++) {
    if (retry > 0) await wait(retry * locationRetryDelayMs, signal)
    const time = timeoutMs + retry * locationRetryExtraMs
    const options: ReadOptions = { timeoutMs: time, maximumAgeMs, outerTimeoutMs: time + outerSlackMs }
    const result = await readPosition(device, options, onNarrow, signal)
    if (result.ok || retry >= retries || signal?.aborted || !mayPass(result.failure)) return result
  }
}
