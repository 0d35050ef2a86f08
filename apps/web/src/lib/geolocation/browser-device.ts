import type { LocationDevice, PositionFailure } from './location-device.ts'
import { readOnce } from './read-once.ts'

/** The browser features used here. */
type Browser = {
  readonly isSecureContext?: boolean
  readonly navigator: {
    readonly geolocation?: Pick<Geolocation, 'watchPosition' | 'clearWatch'>
    readonly permissions?: { query(descriptor: { name: 'geolocation' }): Promise<{ state: string }> }
  }
}

/** Only a request can prompt for permission. Its position is discarded, so any position will do. */
const anyPosition = { timeoutMs: 10_000, maximumAgeMs: 3_600_000 }

/** Returns the browser's own geolocation as a device. */
export function browserDevice(browser: Browser = globalThis): LocationDevice {
  const device: LocationDevice = {
    platform: 'web',

    missing: () => missingIn(browser),

    async permit() {
      const state = await readPermission(browser)
      if (state !== 'unknown') return state === 'granted'
      // Only a position request makes the browser prompt the person.
      const result = await readOnce(device, anyPosition)
      return result.ok || (result.failure !== 'denied' && !isMissing(result.failure))
    },

    watch({ timeoutMs: timeout, maximumAgeMs: maximumAge }, onPosition, failed) {
      const missing = missingIn(browser)
      const { geolocation } = browser.navigator ?? {}
      if (missing || !geolocation) {
        failed(missing ?? 'unsupported')
        return () => undefined
      }
      try {
        const watch = geolocation.watchPosition(onPosition, ({ code }) => failed(toFailure(code)), {
          enableHighAccuracy: true,
          timeout,
          maximumAge,
        })
        return () => geolocation.clearWatch(watch)
      } catch {
        failed('unavailable')
        return () => undefined
      }
    },
  }
  return device
}

const isMissing = (failure: PositionFailure) => failure === 'unsupported' || failure === 'insecure'

/**
 * On a page served over plain http some browsers report "denied" although nobody refused; the actual problem is the insecure page.
 * `localhost` counts as secure.
 */
function missingIn({ isSecureContext, navigator }: Browser): PositionFailure | undefined {
  if (isSecureContext === false) return 'insecure'
  return navigator?.geolocation ? undefined : 'unsupported'
}

/** Returns 'unknown' if the person has not been asked yet, or if the browser does not report the permission. */
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
