import { msg, plural } from '@lingui/core/runtime-macro'
import { limits } from '@muster/domain/limits.ts'
import { toDisplayName } from '../../db/person-names.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { Alert } from '../../live/write.ts'
import type { PersonChange, ZoneChange } from './changes.queries.ts'
import type { AbsentPeople, ForgottenCheckOut, ShiftReminder } from './shift-notices.queries.ts'

/** `run` identifies the run of the job, because a zone may be emptied many times. */
export function zoneChangedAlert(change: ZoneChange, run: string): Alert {
  const {
    zone_name: zone,
    occupancy,
    by_phone: phone,
    by_badge: badge,
    visitors,
    unseen,
    capacity,
    threshold,
    kind,
  } = change
  const titles: Record<ZoneChange['kind'], Text> = {
    zone_empty: msg`${{ zone }} is empty`,
    zone_above: msg`${plural({ threshold: threshold ?? 0 }, { one: 'More than # person is', other: 'More than # people are' })} inside ${{ zone }}`,
    zone_full: msg`${{ zone }} is over its capacity`,
  }
  const texts: Record<ZoneChange['kind'], Text> = {
    zone_empty: msg`Nobody is counted as inside by phone or badge, and no visitor is signed in.`,
    zone_above: msg`${{ occupancy }} inside. By phone: ${{ phone }}, by badge: ${{ badge }}, visitors: ${{ visitors }}. Not seen recently: ${{ unseen }}.`,
    zone_full: msg`${{ occupancy }} inside, the capacity is ${{ capacity: capacity ?? 0 }}. By phone: ${{ phone }}, by badge: ${{ badge }}, visitors: ${{ visitors }}. Not seen recently: ${{ unseen }}.`,
  }
  return {
    type: 'presence_notice',
    zoneId: change.zone_id,
    to: [change.user_id],
    title: titles[kind],
    text: texts[kind],
    about: {},
    source: `notice:${change.rule_id}:${run}`,
  }
}

function changeText({ change, name: rawName, entry_clock, exit_clock }: PersonChange): Text {
  const name = toDisplayName(rawName)
  const [entry, exit] = [entry_clock ?? '', exit_clock ?? '']
  if (change === 'entered') return msg`${{ name }} entered at ${{ entry }}`
  if (change === 'left') return msg`${{ name }} left at ${{ exit }}`
  return msg`${{ name }} was inside from ${{ entry }} to ${{ exit }}`
}

/** Alerts one follower to the entries and exits of one run in one zone. */
export function peopleChangedAlert(changes: readonly [PersonChange, ...PersonChange[]], run: string): Alert {
  const [first] = changes
  const { zone_name: zone, zone_id: zoneId, rule_id, recipient } = first
  const common = {
    type: 'presence_notice',
    zoneId,
    to: [recipient],
    source: `notice:${rule_id}:${run}`,
  } as const
  if (changes.length === 1)
    return { ...common, title: changeText(first), text: zone, about: { personId: first.user_id } }
  const shown = changes.slice(0, limits.noticeNamesMost)
  return {
    ...common,
    title: msg`${{ count: changes.length }} people entered or left ${{ zone }}`,
    text: listTexts(shown.map(changeText), changes.length),
    about: { personIds: shown.map(it => it.user_id) },
  }
}

export function absentPeopleAlert({ people, zone_name: zone, ...it }: AbsentPeople): Alert {
  const shown = people.slice(0, limits.noticeNamesMost)
  return {
    type: 'presence_notice',
    zoneId: it.zone_id,
    to: [it.user_id],
    title: msg`${plural({ count: people.length }, { one: '# person', other: '# people' })} expected but not here: ${{ zone }}`,
    text: msg`${{ shift: it.shift }}, ${{ clock: it.clock }}: ${{
      names: listTexts(
        shown.map(person => toDisplayName(person.name)),
        people.length,
      ),
    }}`,
    about: { personIds: shown.map(person => person.id) },
    source: `notice:${it.rule_id}:${it.occasion}`,
  }
}

/** Joins up to `noticeNamesMost` texts, and counts the others. */
function listTexts(shown: readonly Text[], count: number): Text {
  const joined = shown.reduce((list: Text, text) => msg`${{ list }}; ${{ text }}`)
  const others = count - shown.length
  return others > 0 ? msg`${{ list: joined }} and ${{ others }} more` : joined
}

export function shiftReminderAlert({ kind, shift, clock, zone_name: zone, ...it }: ShiftReminder): Alert {
  return {
    type: 'shift_reminder',
    zoneId: it.zone_id,
    to: [it.user_id],
    title:
      kind === 'shift_begins' ? msg`Your shift begins at ${{ clock }}` : msg`Your shift ends at ${{ clock }}`,
    text: msg`${{ shift }}, ${{ zone }}`,
    about: {},
    source: `notice:${it.occasion}`,
  }
}

export const forgottenCheckOutAlert = (it: ForgottenCheckOut): Alert => ({
  type: 'shift_reminder',
  zoneId: it.zone_id,
  to: [it.user_id],
  title: msg`You’re still counted as inside ${{ zone: it.zone_name }}`,
  text: msg`Inside since ${{ clock: it.clock }}. If you have left, check your position so that nobody looks for you.`,
  about: {},
  source: `notice:${it.occasion}`,
})
