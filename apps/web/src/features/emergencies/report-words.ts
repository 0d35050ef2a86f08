import { t } from '@lingui/core/macro'
import type { EmergencyReportRow } from '@muster/contract/emergency-reports.ts'
import { answerText, howLabels, stateLabels } from './emergency-words.ts'
import { formatElapsed } from './format-elapsed.ts'

export const momentLabels = {
  declared: t`Declared`,
  help: t`Asked for help`,
  message_sent: t`Message to the missing`,
  link_created: t`Link for responders created`,
  link_opened: t`Link for responders opened`,
  link_revoked: t`Link for responders revoked`,
  all_clear: t`All clear`,
}

/** A line of the timeline: what happened, and who did it. Nobody ended a drill that ended by itself. */
export function momentText(what: keyof typeof momentLabels, name: string): string {
  const label = momentLabels[what]
  // Whoever opens a link has no account.
  if (what === 'link_opened') return label
  return name === '' ? t`${label}: ended by itself after 24 hours` : t`${label}: ${name}`
}

/** How the claim that counts was made, and by whom or where. */
export function howText({ how, by, place, answer }: EmergencyReportRow): string {
  if (how === null) return answer ? answerText(answer) : t`No answer`
  const label = howLabels[how]
  const answered = answer ? answerText(answer) : ''
  if (how === 'point') return [t`${label}: ${place}`, answered].filter(Boolean).join(' · ')
  if (how === 'captain' && by !== null)
    return [t`${label}: ${by}`, place, answered].filter(Boolean).join(' · ')
  return label
}

/** The time for which the person was missing, or that they were never accounted for. */
export function missingText({ state, missingMs }: EmergencyReportRow): string {
  return state === 'missing' || state === 'help' ? stateLabels[state] : formatElapsed(missingMs)
}
