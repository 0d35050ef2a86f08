import { browserDevice } from './browser-device.ts'
import type { LocationDevice } from './location-device.ts'

/** The object that the native shell adds to the page before our scripts run. */
type Shell = { readonly Capacitor?: { isNativePlatform?: () => boolean } }

let native: Promise<LocationDevice> | undefined

/** Returns this device's source of positions. Only the native app loads the native bridge. */
export function thisDevice(): LocationDevice | Promise<LocationDevice> {
  if (!(globalThis as Shell).Capacitor?.isNativePlatform?.()) return browserDevice()
  native ??= loadNative()
  return native
}

async function loadNative(): Promise<LocationDevice> {
  const [{ Capacitor }, { Geolocation }, { nativeDevice }] = await Promise.all([
    import('@capacitor/core'),
    import('@capacitor/geolocation'),
    import('./native-device.ts'),
  ])
  return nativeDevice(Geolocation, Capacitor.getPlatform() === 'android' ? 'android' : 'ios')
}
