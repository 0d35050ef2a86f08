import type { DevicePosition, LocationDevice, PositionFailure, WatchOptions } from '../location-device.ts'

type Watch = WatchOptions & {
  emitPosition: (accuracy: number, changes?: { ageMs?: number; lat?: number }) => void
  fail: (failure: PositionFailure) => void
  isStopped: boolean
}

/** A position as a device returns it. */
export const aPosition = (accuracy: number, { ageMs = 0, lat = 1 } = {}): DevicePosition => ({
  coords: { latitude: lat, longitude: 2, accuracy },
  timestamp: Date.now() - ageMs,
})

/** Creates a device that responds when the test tells it to. `watches` contains every watch, newest last. */
export function fakeDevice({ platform = 'web' as LocationDevice['platform'], permits = true } = {}) {
  const watches: Watch[] = []
  const device: LocationDevice = {
    platform,
    permit: () => Promise.resolve(permits),
    isPermitted: () => Promise.resolve(permits),
    watch(options, onPosition, failed) {
      const watch: Watch = {
        ...options,
        emitPosition: (accuracy, changes) => onPosition(aPosition(accuracy, changes)),
        fail: failed,
        isStopped: false,
      }
      watches.push(watch)
      return () => {
        watch.isStopped = true
      }
    },
  }
  const getLastWatch = () => {
    const newestWatch = watches.at(-1)
    if (!newestWatch) throw new Error('The device was not asked.')
    return newestWatch
  }
  return { device, watches, last: getLastWatch }
}
