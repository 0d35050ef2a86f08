import { plural, t } from '@lingui/core/macro'
import type { EmergencyCorrection, ReportMoment } from '@muster/contract/emergencies.ts'
import type { EmergencyReportRow } from '@muster/contract/roll-person.ts'
import type { PersonState } from '@muster/domain/emergency.ts'
import { formatList } from '../../lib/format-list.ts'
import type { WallClock } from '../../lib/format-time.ts'
import { toShownName } from '../../lib/shown-name.ts'
import { kindLabels } from '../../ui/alarm/kind-words.ts'
import { answerText, howLabels, stateLabels } from './emergency-words.ts'
import { formatElapsed } from './format-elapsed.ts'

const momentLabels = {
  declared: t`Declared`,
  help: t`Asked for help`,
  help_undone: t`Call for help taken back`,
  message_sent: t`Message to the missing`,
  link_created: t`Link for responders created`,
  link_opened: t`Link for responders opened`,
  link_revoked: t`Link for responders revoked`,
  broken_off: t`Drill broken off: a real call came`,
  all_clear: t`All clear`,
}

/** A line of the timeline: what happened, and who did it. Nobody ended a drill that ended by itself. */
export function momentText(moment: ReportMoment): string {
  const { what, name: actor, subject = '', unconfirmed = [], people = 0, order } = moment
  const name = toShownName(actor)
  switch (what) {
    case 'team_started':
      return t`${subject} went in: ${name}`
    case 'team_round': {
      const names = formatList(unconfirmed.map(toShownName))
      return t`${subject}: round not complete. Not confirmed: ${names}`
    }
    case 'team_ended':
      return name === '' ? t`${subject}: ended by itself` : t`${subject} ended: ${name}`
    case 'help_taken':
      return t`${name} goes to ${subject}`
    case 'help_released':
      return t`${name} no longer goes to ${subject}`
    case 'area_clear':
      return t`${subject} clear: ${name}`
    case 'area_not_reached':
      return t`${subject} not reached: ${name}`
    case 'area_open':
      return t`${subject} open again: ${name}`
    case 'order_changed': {
      const from = order ? kindLabels[order.from] : ''
      const to = order ? kindLabels[order.to] : ''
      const change = t`Order changed from “${from}” to “${to}”: ${name}`
      return order?.message ? `${change} · ${order.message}` : change
    }
    case 'asked_again':
      return t`${plural(people, { one: 'Asked # person again', other: 'Asked # people again' })}`
    case 'contacts_told':
      return t`Contacts told: ${plural(people, { one: '# person is missing', other: '# people are missing' })}`
    case 'managers_told':
      return t`Managers told: ${plural(people, { one: '# person is missing', other: '# people are missing' })}`
    // Whoever opens a link has no account.
    case 'link_opened':
      return momentLabels.link_opened
    default: {
      const label = momentLabels[what]
      if (what === 'link_revoked' && name === '') return label
      return name === '' ? t`${label}: ended by itself after 24 hours` : t`${label}: ${name}`
    }
  }
}

/** The state to which somebody was corrected after the all clear. */
export function correctedText(to: PersonState): string {
  const state = stateLabels[to]
  return t`Corrected later: ${state}`
}

/** A correction after the all clear: about whom, to which state, and by whom. */
export function correctionText({ name: person, state: to, by: actor }: EmergencyCorrection): string {
  const [name, state, by] = [toShownName(person), stateLabels[to], toShownName(actor)]
  return t`${name}: ${state} (${by})`
}

/** How the claim that counts was made, and by whom or where. */
export function howText({ how, by: claimant, place, answer }: EmergencyReportRow, clock: WallClock): string {
  if (how === null) return answer ? answerText(answer, clock) : t`No answer`
  const label = howLabels[how]
  const answered = answer ? answerText(answer, clock) : ''
  if (how === 'point' || (how === 'entry' && place))
    return [t`${label}: ${place}`, answered].filter(Boolean).join(' · ')
  const by = claimant !== null && toShownName(claimant)
  if (how === 'captain' && by) return [t`${label}: ${by}`, place, answered].filter(Boolean).join(' · ')
  return label
}

/** The time for which the person was missing, or that they were never accounted for; a dash for people who do not count. */
export function missingText({ state, missingMs, uncountedReason }: EmergencyReportRow): string {
  if (uncountedReason !== null) return '–'
  return state === 'missing' || state === 'help' ? stateLabels[state] : formatElapsed(missingMs)
}
