import type { LocationDevice, PositionFailure } from './location-device.ts'
import { readOnce } from './read-once.ts'

type Browser = {
  readonly isSecureContext?: boolean
  readonly navigator: {
    readonly geolocation?: Pick<Geolocation, 'watchPosition' | 'clearWatch'>
    readonly permissions?: { query(descriptor: { name: 'geolocation' }): Promise<{ state: string }> }
  }
}

/** Options of the request that is only made to prompt for permission. Its position is discarded, so any position will do. */
const anyPositionOptions = { timeoutMs: 10_000, maximumAgeMs: 3_600_000 }

export function createBrowserDevice(browser: Browser = globalThis): LocationDevice {
  const device: LocationDevice = {
    platform: 'web',

    missing: () => findUnsupportedReason(browser),

    async permit() {
      const state = await readPermission(browser)
      if (state !== 'unknown') return state === 'granted'
      // Only a position request makes the browser prompt the person.
      const result = await readOnce(device, anyPositionOptions)
      return result.ok || (result.failure !== 'denied' && !isUnsupported(result.failure))
    },

    isPermitted: async () => (await readPermission(browser)) === 'granted',

    watch({ timeoutMs: timeout, maximumAgeMs: maximumAge }, onPosition, onFailure) {
      const unsupportedReason = findUnsupportedReason(browser)
      const { geolocation } = browser.navigator ?? {}
      if (unsupportedReason || !geolocation) {
        onFailure(unsupportedReason ?? 'unsupported')
        return () => undefined
      }
      try {
        const watchId = geolocation.watchPosition(onPosition, ({ code }) => onFailure(toFailure(code)), {
          enableHighAccuracy: true,
          timeout,
          maximumAge,
        })
        return () => geolocation.clearWatch(watchId)
      } catch {
        onFailure('unavailable')
        return () => undefined
      }
    },
  }
  return device
}

const isUnsupported = (failure: PositionFailure) => failure === 'unsupported' || failure === 'insecure'

/**
 * Returns why the browser cannot give a position, if it cannot. On a page served over plain http some browsers report "denied"
 * although nobody refused; the actual problem is the insecure page. `localhost` counts as secure.
 */
function findUnsupportedReason({ isSecureContext, navigator }: Browser): PositionFailure | undefined {
  if (isSecureContext === false) return 'insecure'
  return navigator?.geolocation ? undefined : 'unsupported'
}

/** Returns the state of the permission; 'unknown' if the person has not been asked yet, or if the browser does not report it. */
async function readPermission({ navigator }: Browser): Promise<'granted' | 'denied' | 'unknown'> {
  try {
    const state = (await navigator?.permissions?.query({ name: 'geolocation' }))?.state
    return state === 'granted' || state === 'denied' ? state : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Maps the codes of `GeolocationPositionError`. */
function toFailure(code: number): PositionFailure {
  if (code === 1) return 'denied'
  return code === 3 ? 'timeout' : 'unavailable'
}
