import type { LocationDevice } from './location-device.ts'

const storageKey = 'muster.background'

let backgroundWatch: LocationDevice['watch'] | undefined

/** Installs background positioning, which only the native app has. */
export function setBackgroundDevice(device: LocationDevice['watch'] | undefined) {
  backgroundWatch = device
}

/** The person's choice to continue sharing while the app is not on the screen; off by default. */
export const backgroundChoice = {
  isPossible: () => backgroundWatch !== undefined,
  get: () => backgroundWatch !== undefined && localStorage.getItem(storageKey) === 'on',
  set(on: boolean) {
    if (on) localStorage.setItem(storageKey, 'on')
    else localStorage.removeItem(storageKey)
  },
}

/** Returns the device to use for tracking, which also works in the background if the person chose that. */
export const toTrackingDevice = (device: LocationDevice): LocationDevice =>
  backgroundWatch && backgroundChoice.get() ? { ...device, watch: backgroundWatch } : device
