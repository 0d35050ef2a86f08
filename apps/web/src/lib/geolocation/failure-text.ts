import type { PositionFailure } from './location-device.ts'

/** The title of everything that goes wrong with a location. */
export const locationErrorTitle = 'Location Error'

/** The specification's texts of the location errors, and what the person can do. */
const failures: Record<PositionFailure, { text: string; next: string }> = {
  unsupported: {
    text: 'Geolocation is not supported by this browser',
    next: 'Use another browser, or the app on your phone.',
  },
  insecure: {
    text: 'Your location can only be read over a secure connection',
    next: 'This page was opened with http. Open it with https, or ask whoever runs Muster for the secure address.',
  },
  denied: {
    text: 'Location access denied by user',
    next: 'Allow location for this site in your browser or phone settings, then check again.',
  },
  unavailable: {
    text: 'Location information unavailable',
    next: 'Turn location on, go outside or near a window, then check again.',
  },
  timeout: {
    text: 'Location request timed out',
    next: 'Go outside or near a window, then check again.',
  },
}

/** Says what went wrong and what to do next. The zone screens have their own words for a time-out. */
export function failureText(failure: PositionFailure, screen?: string): { text: string; next: string } {
  if (failure !== 'timeout' || screen !== 'zone') return failures[failure]
  return { ...failures.timeout, text: 'Location check timed out. Please try again.' }
}

/** Before and during tracking, where the person or the phone does not allow it. */
export const permissionTexts = {
  missing: 'Location permissions not granted',
  tracking: 'Location permissions required for tracking',
}
