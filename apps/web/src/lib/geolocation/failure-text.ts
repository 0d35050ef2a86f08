import type { PositionFailure } from './location-device.ts'

/** The title of every location error. */
export const locationErrorTitle = 'Location Error'

/** The specification's texts for location errors, and the possible next steps. */
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

/** The text of a failure and the next step. The zone screens have their own text for a timeout. */
export function failureText(failure: PositionFailure, screen?: string): { text: string; next: string } {
  if (failure !== 'timeout' || screen !== 'zone') return failures[failure]
  return { ...failures.timeout, text: 'Location check timed out. Please try again.' }
}

/** Shown before and during tracking if the person or the phone denies permission. */
export const permissionTexts = {
  missing: 'Location permissions not granted',
  tracking: 'Location permissions required for tracking',
}
