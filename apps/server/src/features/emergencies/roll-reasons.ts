import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { RollReason } from '@muster/domain/emergency.ts'

export const reasonTexts: Readonly<Record<RollReason, MessageDescriptor>> = {
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
