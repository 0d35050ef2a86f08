import { createBrowserDevice } from './browser-device.ts'
import type { LocationDevice } from './location-device.ts'

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
