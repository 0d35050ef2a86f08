import { t } from '@lingui/core/macro'
import type { CheckAnswer } from '@muster/contract/presence.ts'
import { isSeenLately } from '@muster/domain/freshness.ts'
import { errorText, hasCode } from '../../lib/error-text.ts'
import { formatRadius } from '../../lib/format-accuracy.ts'
import { formatClock } from '../../lib/format-time.ts'

/** Returns the error text for a check that the server did not record. The text for unexpected failures depends on `screen`. */
export function refusalText(error: unknown, screen: 'member' | 'zone'): string {
  if (hasCode(error, 'UNAUTHORIZED')) return t`You must be logged in to check your position`
  const fallback =
    screen === 'member'
      ? t`Failed to check zone boundaries`
      : t`Failed to check your position. Please try again.`
  return errorText(error, fallback)
}

/** The data for a verdict text. `accuracyMeters`: the accuracy of the reading. */
export type VerdictFacts = Pick<CheckAnswer, 'verdict' | 'zoneName'> & { accuracyMeters: number | null }

/** Returns 'You are INSIDE North yard!', or says that the reading is inconclusive. */
export function verdictText({ verdict, zoneName, accuracyMeters }: VerdictFacts): string {
  if (verdict === 'unclear') {
    const radius = formatRadius(accuracyMeters ?? 0)
    return t`Not accurate enough (${radius}) to tell`
  }
  return verdict === 'inside' ? t`You are INSIDE ${zoneName}!` : t`You are OUTSIDE ${zoneName}!`
}

/** True if a reading is too old to show where the person is now. `now` is in milliseconds. */
export const isPast = (capturedAt: string, now: number): boolean => !isSeenLately(Date.parse(capturedAt), now)

/** 'You were INSIDE North yard at 08:00', or that the reading is inconclusive. */
export function pastVerdictText(facts: VerdictFacts, capturedAt: string, now: number): string {
  const { verdict, zoneName } = facts
  if (verdict === 'unclear') return verdictText(facts)
  const time = formatClock(new Date(capturedAt), new Date(now))
  return verdict === 'inside'
    ? t`You were INSIDE ${zoneName} at ${time}`
    : t`You were OUTSIDE ${zoneName} at ${time}`
}

export const insideText = (zoneName: string) => t`You are INSIDE ${zoneName}.`

/** Maximum number of other zones to name. More than three overlapping zones are rare. */
const maxNames = 3

/** Up to three, nearest first. Empty unless the verdict on the checked zone is 'outside'. */
export const listOtherZones = ({ verdict, alsoInside = [] }: Pick<CheckAnswer, 'verdict' | 'alsoInside'>) =>
  verdict === 'outside' ? alsoInside.slice(0, maxNames) : []

export function verdictNotice(facts: VerdictFacts): [string, string] {
  const { verdict, zoneName } = facts
  if (verdict === 'unclear') return [t`Check Position`, verdictText(facts)]
  return verdict === 'inside'
    ? [t`Inside Zone`, t`You are inside ${zoneName}`]
    : [t`Outside Zone`, t`You are outside ${zoneName}`]
}

/** Returns the title and text of the toast for a check with an old reading, in the past tense. */
export function pastVerdictNotice(facts: VerdictFacts, capturedAt: string, now: number): [string, string] {
  const { verdict, zoneName } = facts
  const [title, text] = verdictNotice(facts)
  if (verdict === 'unclear') return [title, text]
  const time = formatClock(new Date(capturedAt), new Date(now))
  return [
    title,
    verdict === 'inside'
      ? t`You were inside ${zoneName} at ${time}`
      : t`You were outside ${zoneName} at ${time}`,
  ]
}
