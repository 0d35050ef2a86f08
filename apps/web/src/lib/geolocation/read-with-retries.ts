import { limits } from '@muster/domain/limits.ts'
import type { LocationDevice, PositionFailure } from './location-device.ts'
import { type Narrowing, type ReadOptions, readPosition } from './read-position.ts'
import type { PositionResult } from './reading.ts'
import { wait } from './wait.ts'

/** Milliseconds by which the outer timeout exceeds the device's own. */
const outerSlackMs = limits.checkOuterTimeoutMs - limits.checkTimeoutMs

type ScreenOptions = {
  readonly timeoutMs: number
  readonly maximumAgeMs: number
  /** The number of retries after a failure, each with a longer timeout. */
  readonly retries: number
}

/** The specification's options for each screen. */
export const screens = {
  /** One's own zones: the member's screen and My Zones. */
  member: {
    timeoutMs: limits.memberCheckTimeoutMs,
    maximumAgeMs: limits.memberCheckMaxAgeMs,
    retries: limits.locationRetries,
  },
  /** Check Position on the zone screens, whose outer timer leaves no time for retries. */
  zone: { timeoutMs: limits.checkTimeoutMs, maximumAgeMs: limits.checkMaxAgeMs, retries: 0 },
  /** Get Location, and other uses that only need the person's place. */
  location: {
    timeoutMs: limits.getLocationTimeoutMs,
    maximumAgeMs: limits.getLocationMaxAgeMs,
    retries: limits.locationRetries,
  },
  /** The map for drawing a zone. */
  creator: { timeoutMs: limits.mapCreatorTimeoutMs, maximumAgeMs: 0, retries: limits.locationRetries },
  /** The person's own marker on a zone's map. */
  dialog: {
    timeoutMs: limits.zoneDialogTimeoutMs,
    maximumAgeMs: limits.zoneDialogMaxAgeMs,
    retries: limits.locationRetries,
  },
} as const satisfies Record<string, ScreenOptions>

export type LocationScreen = keyof typeof screens

/** True for failures that may pass. A refusal or a missing device is not retried. */
const mayPass = (failure: PositionFailure) => failure === 'timeout' || failure === 'unavailable'

/** Takes one reading for a screen. The n-th retry starts n times 2 s later and gives the device n times 5 s more. */
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
