import { trackingDevice } from './background-choice.ts'
import { failureText } from './failure-text.ts'
import type { LastGood } from './locate-exactly.ts'
import type { LocationDevice, PositionFailure } from './location-device.ts'
import type { Narrowing } from './read-position.ts'
import { type LocationScreen, readWithRetries } from './read-with-retries.ts'
import type { PositionReading, PositionResult } from './reading.ts'
import { thisDevice } from './this-device.ts'
import { type TrackingEvents, trackPosition } from './track-position.ts'

/** Where somebody is, or the sentence that says why that is not known. */
export type Place = PositionReading | { problem: string }

/** Everything the app asks of a device's position. */
export function createLocator(device: () => LocationDevice | Promise<LocationDevice>) {
  const last: LastGood = {}
  let tracking: AbortController | undefined

  const read = async (
    screen: LocationScreen,
    onNarrow?: Narrowing,
    signal?: AbortSignal,
  ): Promise<PositionResult> => {
    const found = device()
    // In a browser without a turn in between: some give a position only to who asks right when a button is pressed.
    return readWithRetries('then' in found ? await found : found, screen, onNarrow, signal)
  }

  return {
    /** One reading as a screen wants it, never an exception. */
    read,

    /** Where the person stands, for forms and maps. */
    async find(screen: LocationScreen, signal?: AbortSignal): Promise<Place> {
      const result = await read(screen, undefined, signal)
      if (result.ok) return result.reading
      const { text, next } = failureText(result.failure, screen)
      return { problem: `${text}. ${next}` }
    },

    /** Why positions may not be read; asks the person where that is open. Undefined where they may. */
    async problem(): Promise<PositionFailure | undefined> {
      const found = await device()
      const missing = found.missing?.()
      if (missing) return missing
      return (await found.permit()) ? undefined : 'denied'
    },

    /** Tracks until the answered function is called. There is one session at a time: a new one ends the one before. */
    track(events: TrackingEvents): () => void {
      tracking?.abort()
      const session = new AbortController()
      tracking = session
      void Promise.resolve(device()).then(found =>
        trackPosition(trackingDevice(found), last, events, session.signal),
      )
      return () => session.abort()
    },
  }
}

export const locator = createLocator(thisDevice)
