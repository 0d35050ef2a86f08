import type { BackgroundGeolocationPlugin, Location } from '@capacitor-community/background-geolocation'
import { t } from '@lingui/core/macro'
import type { DevicePosition, LocationDevice } from '@muster/web/src/lib/geolocation/location-device.ts'

type Plugin = Pick<BackgroundGeolocationPlugin, 'addWatcher' | 'removeWatcher'>

/**
 * Distance in metres that the phone must move before it wakes the app again. A smaller distance would drain the battery without any
 * benefit.
 */
const distanceFilterM = 10

/**
 * Watches the phone's position, including in the background. While it runs, Android shows a notification and iOS an indicator in
 * the status bar. Used for tracking only: single checks are made by the screens that request them.
 */
export function createBackgroundWatch(plugin: Plugin): LocationDevice['watch'] {
  return (_options, onPosition, onError) => {
    const watcher = plugin.addWatcher(
      {
        backgroundTitle: t`Muster shares your position`,
        backgroundMessage: t`Open Muster to pause or end it.`,
        requestPermissions: true,
        stale: false,
        distanceFilter: distanceFilterM,
      },
      (location, error) => {
        if (location) onPosition(toPosition(location))
        else if (error) onError(error.code === 'NOT_AUTHORIZED' ? 'denied' : 'unavailable')
      },
    )
    return () => void watcher.then(id => plugin.removeWatcher({ id })).catch(() => undefined)
  }
}

const toPosition = (it: Location): DevicePosition => ({
  timestamp: it.time ?? Date.now(),
  coords: {
    latitude: it.latitude,
    longitude: it.longitude,
    accuracy: it.accuracy,
    altitude: it.altitude,
    altitudeAccuracy: it.altitudeAccuracy,
    heading: it.bearing,
    speed: it.speed,
  },
})
