import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { ClaimHow, PersonState, RollReason } from './emergency.ts'
import type { SoughtSection } from './roll-order.ts'

type Texts<Key extends string> = Readonly<Record<Key, MessageDescriptor>>

export const stateTexts: Texts<PersonState> = {
  missing: msg`Missing`,
  help: msg`Needs help`,
  safe: msg`Safe`,
  elsewhere: msg`Elsewhere`,
  not_on_site: msg`Not on site`,
}

export const reasonTexts: Texts<RollReason> = {
  inside: msg`Inside`,
  uncertain: msg`Possibly inside`,
  not_seen: msg`Not seen lately`,
  expected: msg`Expected, not seen`,
  came_later: msg`Came in later`,
  off_site: msg`Not inside`,
  visitor: msg`Visitor`,
  badge: msg`By badge`,
  by_hand: msg`Added by hand`,
}

export const howTexts: Texts<ClaimHow> = {
  order: msg`Order changed`,
  own: msg`On their own phone`,
  captain: msg`Marked by a captain or manager`,
  point: msg`At an assembly point`,
  entry: msg`Came in`,
}

export const sectionTexts: Texts<SoughtSection> = {
  help: stateTexts.help,
  not_seen: reasonTexts.not_seen,
  missing: stateTexts.missing,
  off_site: msg`Called, not on site`,
  unknown: msg`Unknown badges`,
}
