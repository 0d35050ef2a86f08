import type { LocationDevice } from './location-device.ts'

const key = 'muster.background'

let watch: LocationDevice['watch'] | undefined

/** Puts the phone's positions in the background in place; only the native app has them. */
export function setBackgroundDevice(given: LocationDevice['watch'] | undefined) {
  watch = given
}

/** Whether sharing may go on while the app is not on the screen, as the person chose; off until they turn it on. */
export const backgroundChoice = {
  isPossible: () => watch !== undefined,
  get: () => watch !== undefined && localStorage.getItem(key) === 'on',
  set(on: boolean) {
    if (on) localStorage.setItem(key, 'on')
    else localStorage.removeItem(key)
  },
}

/** The device with which somebody is tracked: as they chose, also in the background. */
export const trackingDevice = (device: LocationDevice): LocationDevice =>
  watch && backgroundChoice.get() ? { ...device, watch } : device
