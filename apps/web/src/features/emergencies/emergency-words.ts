import { i18n, type MessageDescriptor } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { EmergencyClaim, InsideWith, RollPerson } from '@muster/contract/roll-person.ts'
import type { EmergencyKind, PersonState } from '@muster/domain/emergency.ts'
import type { CallState } from '@muster/domain/reach.ts'
import type { SoughtSection } from '@muster/domain/roll-order.ts'
import { howTexts, reasonTexts, sectionTexts, stateTexts } from '@muster/domain/roll-texts.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { WallClock } from '../../lib/format-time.ts'
import { toShownName } from '../../lib/shown-name.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import type { Tone } from '../../ui/badges/tag.tsx'

/** The title for members who are on no roll, and may not be there. */
export function nearbyTitle(kind: EmergencyKind, zoneName: string | null): string {
  if (kind === 'evacuate')
    return zoneName === null ? t`Leave the site if you are there` : t`Leave ${zoneName} if you are there`
  if (kind === 'shelter')
    return zoneName === null ? t`Stay inside if you are there` : t`Stay inside ${zoneName} if you are there`
  return kindTitle(kind, zoneName)
}

const toLabels = <Key extends string>(texts: Readonly<Record<Key, MessageDescriptor>>) =>
  Object.fromEntries(
    Object.entries<MessageDescriptor>(texts).map(([key, text]) => [key, i18n._(text)]),
  ) as Readonly<Record<Key, string>>

export const stateTones: Readonly<Record<PersonState, Tone>> = {
  missing: 'caution',
  help: 'danger',
  safe: 'good',
  elsewhere: 'quiet',
  not_on_site: 'quiet',
}
export const stateLabels = toLabels(stateTexts)
export const reasonLabels = toLabels(reasonTexts)
export const howLabels = toLabels(howTexts)
const sectionLabels = toLabels(sectionTexts)

export const callLabels: Readonly<Record<CallState, string>> = {
  seen: t`Seen`,
  delivered: t`Delivered`,
  no_device: t`No device`,
}

/** The heading of a section of people who are not accounted for; without a number while only some of them are listed. */
export function soughtHeading(section: SoughtSection, people?: number): string {
  const title = sectionLabels[section]
  if (people === undefined) return title
  const count = formatCount(people)
  return t`${title}: ${count}`
}

/** A neutral answer in one line: "Answered: I’m on my way, 10:42". */
export function answerText({ words, at }: NonNullable<RollPerson['answer']>, clock: WallClock): string {
  const time = clock.formatClock(new Date(at), new Date())
  return t`Answered: ${words}, ${time}`
}

/** What a claim says: the state, the words of a neutral answer, or that a call for help or a sign-out was taken back. */
export function claimLabel({
  state,
  undoneState,
  words = '',
}: Pick<EmergencyClaim, 'state' | 'undoneState' | 'words'>): string {
  if (state === 'neutral') return words
  if (state !== 'undone') return stateLabels[state]
  return undoneState === 'not_on_site' ? t`Sign-out undone` : t`“Needs help” was a mistake`
}

/** A claim in one line: "Safe: Mia Test, 10:42 · North gate"; "Safe, 10:42" if it is about themselves. */
export function claimText(claim: EmergencyClaim, clock: WallClock): string {
  const { state, words = '', how, place, at } = claim
  if (state === 'neutral') return answerText({ words, at }, clock)
  const by = toShownName(claim.by)
  const time = clock.formatClock(new Date(at), new Date())
  const stateLabel = claimLabel(claim)
  if (how === 'point') return t`${stateLabel}: seen at ${place}, ${time}`
  if (how === 'order') return t`Asked again, ${time}`
  if (how === 'entry') return [t`${stateLabel}: came in, ${time}`, place].filter(Boolean).join(' · ')
  // People who answer for themselves are named beside it.
  return [how === 'own' ? `${stateLabel}, ${time}` : t`${stateLabel}: ${by}, ${time}`, place]
    .filter(Boolean)
    .join(' · ')
}

/** The team with which somebody is inside: "Inside with Team 1, last confirmed 20:41". */
export function insideWithText({ team, confirmedAt }: InsideWith, clock: WallClock): string {
  if (confirmedAt === null) return t`Inside with ${team}, not confirmed yet`
  const time = clock.formatClock(new Date(confirmedAt), new Date())
  return t`Inside with ${team}, last confirmed ${time}`
}

export const insideCountText = (people: number): string =>
  t`${plural(people, { one: '# inside with a team', other: '# inside with teams' })}`
