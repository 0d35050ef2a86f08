import { limits } from '@muster/domain/limits.ts'
import type { LocationDevice, PositionFailure } from './location-device.ts'
import { type Narrowing, type ReadOptions, readPosition } from './read-position.ts'
import type { PositionResult } from './reading.ts'
import { wait } from './wait.ts'

/** A timer around the device's own begins this much later, in milliseconds. */
const outerSlackMs = limits.checkOuterTimeoutMs - limits.checkTimeoutMs

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
    timeoutMs: limits.memberCheckTimeoutMs,
    maximumAgeMs: limits.memberCheckMaxAgeMs,
    retries: limits.locationRetries,
  },
  /** Check Position on the zone screens: its outer timer leaves no time to ask again. */
  zone: { timeoutMs: limits.checkTimeoutMs, maximumAgeMs: limits.checkMaxAgeMs, retries: 0 },
  /** Get Location, and what else only wants to know where one is. */
  location: {
    timeoutMs: limits.getLocationTimeoutMs,
    maximumAgeMs: limits.getLocationMaxAgeMs,
    retries: limits.locationRetries,
  },
  /** The map on which a zone is drawn. */
  creator: { timeoutMs: limits.mapCreatorTimeoutMs, maximumAgeMs: 0, retries: limits.locationRetries },
  /** One's own marker on the map of a zone. */
  dialog: {
    timeoutMs: limits.zoneDialogTimeoutMs,
    maximumAgeMs: limits.zoneDialogMaxAgeMs,
    retries: limits.locationRetries,
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
    if (retry > 0) await wait(retry * limits.locationRetryDelayMs, signal)
    const time = timeoutMs + retry * limits.locationRetryExtraMs
    const options: ReadOptions = { timeoutMs: time, maximumAgeMs, outerTimeoutMs: time + outerSlackMs }
    const result = await readPosition(device, options, onNarrow, signal)
    if (result.ok || retry >= retries || signal?.aborted || !mayPass(result.failure)) return result
  }
}
