import type { Broadcast } from '@muster/contract/broadcasts.ts'
import { type BroadcastPriority, broadcastPriorities, type RecipientState } from '@muster/domain/broadcast.ts'
import { roleLabel } from '@muster/domain/role.ts'

export const priorityWords: Readonly<Record<BroadcastPriority, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
}

export const priorityChoices = [
  { value: 'all', label: 'All priorities' },
  ...broadcastPriorities.map(value => ({ value, label: priorityWords[value] })),
]

export const recipientWords: Readonly<Record<RecipientState, string>> = {
  queued: 'Being sent',
  delivered: 'In their inbox',
  pushed: 'Notified on a device',
  seen: 'Seen',
  answered: 'Answered',
  unreachable: 'Not reached',
}

/** Who it went to, in words. */
export function audienceOf({ targetGroups, targetRoles, insideOnly }: Broadcast): string {
  const groups = targetGroups.map(({ name }) => name).join(', ')
  const roles = targetRoles.map(roleLabel).join(', ')
  const who = [groups, roles].filter(Boolean).join(' · ') || 'All users'
  return insideOnly ? `${who}, inside when it was sent` : who
}
