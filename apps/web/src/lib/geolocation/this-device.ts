import { browserDevice } from './browser-device.ts'
import type { LocationDevice } from './location-device.ts'

/** The object that the native shell puts on the page before any script of ours runs. */
type Shell = { readonly Capacitor?: { isNativePlatform?: () => boolean } }

let native: Promise<LocationDevice> | undefined

/** Answers the finder of positions here. The native bridge is loaded where it is of use: in a browser nothing of it comes. */
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
