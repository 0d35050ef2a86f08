import type { CheckAnswer } from '@muster/contract/presence.ts'
import { accuracyBand } from '@muster/domain/accuracy.ts'
import { errorText, hasCode } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { PositionFailure } from './read-position.ts'

/** The specification's texts of the location errors (title 'Location Error'). */
const failures: Record<PositionFailure, { text: string; next: string }> = {
  unsupported: {
    text: 'Geolocation is not supported by this browser',
    next: 'Use another browser, or the app on your phone.',
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

/** What went wrong and what to do next. The zone screens have their own words for a time-out. */
export function failureText(
  failure: PositionFailure,
  screen: 'member' | 'zone',
): { text: string; next: string } {
  if (failure !== 'timeout' || screen === 'member') return failures[failure]
  return { ...failures.timeout, text: 'Location check timed out. Please try again.' }
}

/** Why the server did not record a check. */
export function refusalText(error: unknown): string {
  if (hasCode(error, 'UNAUTHORIZED')) return 'You must be logged in to check your position'
  return errorText(error, 'Failed to check your position. Please try again.')
}

/** What a verdict is told from. `accuracyMeters` is the reading's own. */
export type Told = Pick<CheckAnswer, 'verdict' | 'zoneName'> & { accuracyMeters: number | null }

/** 'You are INSIDE North yard!', or that the reading does not tell. */
export function verdictText({ verdict, zoneName, accuracyMeters }: Told): string {
  if (verdict === 'unclear') return `Not accurate enough (${formatRadius(accuracyMeters ?? 0)}) to tell`
  return verdict === 'inside' ? `You are INSIDE ${zoneName}!` : `You are OUTSIDE ${zoneName}!`
}

/** The notice of a check: title and text. */
export function verdictNotice(told: Told): [string, string] {
  const { verdict, zoneName } = told
  if (verdict === 'unclear') return ['Check Position', verdictText(told)]
  return verdict === 'inside'
    ? ['Inside Zone', `You are inside ${zoneName}`]
    : ['Outside Zone', `You are outside ${zoneName}`]
}

/** '42 m', '12,345 m': metres however far, as specified. */
export function formatMeters(meters: number): string {
  return `${formatCount(meters)} m`
}

/** '±8 m good'. */
export function formatAccuracy(meters: number): string {
  return `${formatRadius(meters)} ${accuracyBand(meters)}`
}

/** '±8 m'. */
function formatRadius(meters: number): string {
  return `±${formatMeters(Math.max(1, Math.ceil(meters)))}`
}
