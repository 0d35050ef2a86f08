import { t } from '@lingui/core/macro'
import type { PositionFailure } from './location-device.ts'

export const locationErrorTitle = t`Location Error`

/** The specification's texts for location errors, each with the person's next step. */
const textsByFailure: Record<PositionFailure, { text: string; next: string }> = {
  unsupported: {
    text: t`Geolocation is not supported by this browser`,
    next: t`Use another browser, or the app on your phone.`,
  },
  insecure: {
    text: t`Your location can only be read over a secure connection`,
    next: t`This page was opened with http. Open it with https, or ask whoever runs Muster for the secure address.`,
  },
  denied: {
    text: t`Location access denied by user`,
    next: t`Allow location for this site in your browser or phone settings, then check again.`,
  },
  unavailable: {
    text: t`Location information unavailable`,
    next: t`Turn on location, move outdoors or near a window, then check again.`,
  },
  timeout: {
    text: t`Location request timed out`,
    next: t`Move outdoors or near a window, then check again.`,
  },
}

/** Returns the text of a failure and the person's next step. The zone screens have their own text for a timeout. */
export function failureText(failure: PositionFailure, screen?: string): { text: string; next: string } {
  if (failure !== 'timeout' || screen !== 'zone') return textsByFailure[failure]
  return { ...textsByFailure.timeout, text: t`Location check timed out. Please try again.` }
}

/** Texts shown before or during tracking if the person or the phone denies permission. */
export const permissionTexts = {
  missing: t`Location permissions not granted`,
  tracking: t`Location permissions required for tracking`,
}
