import type { GeolocationPlugin } from '@capacitor/geolocation'
import type { LocationDevice, PositionFailure } from './location-device.ts'

type Plugin = Pick<
  GeolocationPlugin,
  'requestPermissions' | 'checkPermissions' | 'watchPosition' | 'clearWatch'
>

/** Returns the phone's own geolocation, through the native bridge. */
export function createNativeDevice(plugin: Plugin, platform: 'android' | 'ios'): LocationDevice {
  return {
    platform,

    async permit() {
      try {
        const { location } = await plugin.requestPermissions({ permissions: ['location'] })
        return location === 'granted'
      } catch {
        // Location is turned off for the whole phone.
        return false
      }
    },

    isPermitted: () =>
      plugin.checkPermissions().then(
        ({ location }) => location === 'granted',
        () => false,
      ),

    watch({ timeoutMs: timeout, maximumAgeMs: maximumAge, gpsOnly = false }, onPosition, onFailure) {
      let isStopped = false
      const clearWatch = (id: string) => void plugin.clearWatch({ id }).catch(() => undefined)
      const options = { enableHighAccuracy: true, timeout, maximumAge, enableLocationFallback: !gpsOnly }
      const watchIdPromise = plugin
        .watchPosition(options, (position, error) => {
          if (isStopped) return
          if (position) onPosition(position)
          else onFailure(toFailure(error))
        })
        .catch((error: unknown) => {
          if (!isStopped) onFailure(toFailure(error))
        })
      return () => {
        isStopped = true
        // The bridge may not have returned the id of the watch yet.
        void watchIdPromise.then(id => id !== undefined && clearWatch(id))
      }
    },
  }
}

/** Maps the plugin's codes, which are strings: https://github.com/ionic-team/capacitor-geolocation, "Errors". */
function toFailure(error: unknown): PositionFailure {
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'OS-PLUG-GLOC-0003' || code === 'OS-PLUG-GLOC-0008') return 'denied'
  return code === 'OS-PLUG-GLOC-0010' ? 'timeout' : 'unavailable'
}
