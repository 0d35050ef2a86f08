import { vi } from 'vitest'

type Place = {
  /** In metres. */
  accuracy?: number
  longitude?: number
  /** The code of a geolocation error to return instead of a position. */
  refuses?: number | undefined
}

/**
 * Fakes a device that returns its position immediately: in the tests' zone, at latitude 1.5. Changing the returned object changes
 * the next reading; `asked` has the options of all readings. `more` extends its navigator.
 */
export function deviceAt(place: Place = {}, more: object = {}) {
  const optionsPerCall: (PositionOptions | undefined)[] = []
  const device = { accuracy: 8, longitude: 1.5, ...place, optionsPerCall }
  const watchPosition: Geolocation['watchPosition'] = (onPosition, failed, options) => {
    optionsPerCall.push(options)
    setTimeout(() => {
      const { refuses: code, accuracy, longitude } = device
      const coords = { latitude: 1.5, longitude, accuracy }
      if (code !== undefined) failed?.({ code } as GeolocationPositionError)
      else onPosition({ coords, timestamp: Date.now() } as GeolocationPosition)
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
