import { vi } from 'vitest'

type FakePosition = {
  /** The accuracy of the reading, in metres. */
  accuracy?: number
  longitude?: number
  /** The code of a geolocation error to return instead of a position. */
  refuses?: number | undefined
}

/**
 * Fakes a device that returns its position immediately. Unless overridden, the position is in the tests' zone, at 1.5, 1.5.
 * Changing the returned object changes the next reading; its `optionsPerCall` contains the options of all readings.
 * `navigatorProps` extends the device's navigator.
 */
export function stubDevice(position: FakePosition = {}, navigatorProps: object = {}) {
  const optionsPerCall: (PositionOptions | undefined)[] = []
  const device = { accuracy: 8, longitude: 1.5, ...position, optionsPerCall }
  const watchPosition: Geolocation['watchPosition'] = (onPosition, onFailure, options) => {
    optionsPerCall.push(options)
    setTimeout(() => {
      const { refuses: code, accuracy, longitude } = device
      const coords = { latitude: 1.5, longitude, accuracy }
      if (code !== undefined) onFailure?.({ code } as GeolocationPositionError)
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
    ...navigatorProps,
  })
  return device
}
