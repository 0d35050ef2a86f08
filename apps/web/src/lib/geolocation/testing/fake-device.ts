import type { Ask, DevicePosition, LocationDevice, PositionFailure } from '../location-device.ts'

type Asked = Ask & {
  found: (accuracy: number, changes?: { ageMs?: number; lat?: number }) => void
  fail: (failure: PositionFailure) => void
  isStopped: boolean
}

/** A position as a device returns it. */
export const aPosition = (accuracy: number, { ageMs = 0, lat = 1 } = {}): DevicePosition => ({
  coords: { latitude: lat, longitude: 2, accuracy },
  timestamp: Date.now() - ageMs,
})

/** A device that answers when the test tells it to. `asked` contains every watch, newest last. */
export function fakeDevice({ platform = 'web' as LocationDevice['platform'], permits = true } = {}) {
  const asked: Asked[] = []
  const device: LocationDevice = {
    platform,
    permit: () => Promise.resolve(permits),
    watch(ask, found, failed) {
      const watch: Asked = {
        ...ask,
        found: (accuracy, changes) => found(aPosition(accuracy, changes)),
        fail: failed,
        isStopped: false,
      }
      asked.push(watch)
      return () => {
        watch.isStopped = true
      }
    },
  }
  const last = () => {
    const newest = asked.at(-1)
    if (!newest) throw new Error('The device was not asked.')
    return newest
  }
  return { device, asked, last }
}
