import { toTrackingDevice } from './background-choice.ts'
import { createBrowserDevice } from './browser-device.ts'
import { failureText } from './failure-text.ts'
import type { AccurateReadingCache } from './locate-exactly.ts'
import type { LocationDevice, PositionFailure } from './location-device.ts'
import type { NarrowingListener } from './read-position.ts'
import { type LocationScreen, readWithRetries } from './read-with-retries.ts'
import type { PositionReading, PositionResult } from './reading.ts'
import { type TrackingHandlers, trackPosition } from './track-position.ts'

/** The object that the native shell adds to the page before our scripts run. */
type CapacitorWindow = { readonly Capacitor?: { isNativePlatform?: () => boolean } }

let nativeDevicePromise: Promise<LocationDevice> | undefined

/** Returns this device's source of positions. Only the native app loads the native bridge. */
export function getCurrentDevice(): LocationDevice | Promise<LocationDevice> {
  if (!(globalThis as CapacitorWindow).Capacitor?.isNativePlatform?.()) return createBrowserDevice()
  nativeDevicePromise ??= loadNative()
  return nativeDevicePromise
}

async function loadNative(): Promise<LocationDevice> {
  const [{ Capacitor }, { Geolocation }, { createNativeDevice: createDevice }] = await Promise.all([
    import('@capacitor/core'),
    import('@capacitor/geolocation'),
    import('./native-device.ts'),
  ])
  return createDevice(Geolocation, Capacitor.getPlatform() === 'android' ? 'android' : 'ios')
}

/** A position, or the sentence that explains why it is unknown. */
export type LocateOutcome = PositionReading | { problem: string }

/** Milliseconds for which a reading still says where the person is. */
const KNOWN_FOR_MS = 10 * 60_000

/** Creates the app's only access to the device's position. */
export function createLocator(device: () => LocationDevice | Promise<LocationDevice>) {
  const readingCache: AccurateReadingCache = {}
  let trackingController: AbortController | undefined
  let latestReading: PositionReading | undefined

  const read = async (
    screen: LocationScreen,
    onNarrow?: NarrowingListener,
    signal?: AbortSignal,
  ): Promise<PositionResult> => {
    const locationDevice = device()
    // Called synchronously in a browser, because some browsers give a position only in direct response to a click.
    const result = await readWithRetries(
      'then' in locationDevice ? await locationDevice : locationDevice,
      screen,
      onNarrow,
      signal,
    )
    if (result.ok) latestReading = result.reading
    return result
  }

  const known = (maxAgeMs = KNOWN_FOR_MS) =>
    latestReading && Date.now() - Date.parse(latestReading.capturedAt) < maxAgeMs ? latestReading : undefined

  return {
    /** Takes one reading for a screen; never throws. */
    read,

    /** Finds the person's position, for forms and maps. */
    async find(screen: LocationScreen, signal?: AbortSignal): Promise<LocateOutcome> {
      const result = await read(screen, undefined, signal)
      if (result.ok) return result.reading
      const { text, next } = failureText(result.failure, screen)
      return { problem: `${text}. ${next}` }
    },

    /** Returns the position that was read within the last minutes, or `maxAgeMs`. Never asks the device. */
    known,

    /** Takes a reading unless the device would prompt the person, and returns the position if it is known then. */
    async findUnprompted(screen: LocationScreen, maxAgeMs: number): Promise<PositionReading | undefined> {
      if (await (await device()).isPermitted()) await read(screen)
      return known(maxAgeMs)
    },

    forget() {
      latestReading = undefined
    },

    /** Resolves to the reason why positions may not be read, or undefined. Prompts the person if they have not decided yet. */
    async problem(): Promise<PositionFailure | undefined> {
      const locationDevice = await device()
      const unsupportedReason = locationDevice.missing?.()
      if (unsupportedReason) return unsupportedReason
      return (await locationDevice.permit()) ? undefined : 'denied'
    },

    /** Tracks until the returned function is called. Only one session runs at a time; starting another ends the previous one. */
    track(events: TrackingHandlers): () => void {
      trackingController?.abort()
      const controller = new AbortController()
      trackingController = controller
      void Promise.resolve(device()).then(locationDevice =>
        trackPosition(toTrackingDevice(locationDevice), readingCache, events, controller.signal),
      )
      return () => controller.abort()
    },
  }
}

export const locator = createLocator(getCurrentDevice)
