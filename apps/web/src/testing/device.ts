import { vi } from 'vitest'

type Place = {
  /** Metres. */
  accuracy?: number
  longitude?: number
  /** The code of the error that it answers with instead of a place. */
  refuses?: number | undefined
}

/**
 * A browser on a device that says at once where it is: in the zone of the tests, at latitude 1.5. What is answered changes its
 * next reading; `asked` are the options of the readings there were. `more` is what else its navigator has.
 */
export function deviceAt(place: Place = {}, more: object = {}) {
  const asked: (PositionOptions | undefined)[] = []
  const device = { accuracy: 8, longitude: 1.5, ...place, asked }
  const watchPosition: Geolocation['watchPosition'] = (found, failed, options) => {
    asked.push(options)
    setTimeout(() => {
      const { refuses: code, accuracy, longitude } = device
      const coords = { latitude: 1.5, longitude, accuracy }
      if (code !== undefined) failed?.({ code } as GeolocationPositionError)
      else found({ coords, timestamp: Date.now() } as GeolocationPosition)
    })
    return 1
  }
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    onLine: true,
    maxTouchPoints: 0,
    geolocation: { watchPosition, clearWatch() {} },
    ...more,
  })
  return device
}
