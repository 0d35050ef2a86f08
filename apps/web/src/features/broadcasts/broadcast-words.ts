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

export const attachmentTexts = {
  tooLarge: 'File size must be less than 10MB',
  failed: 'Failed to upload attachment',
}
export const attachmentHelp =
  'One file of at most 10 MB: image, video, PDF, Word, Excel. Photos are resized and their location is removed.'

/** The name of a target group. A deleted group is marked; its name may be unknown. */
export function targetGroupName({ name, deleted }: Broadcast['targetGroups'][number]): string {
  if (!deleted) return name
  return name ? `${name} (deleted)` : 'Deleted group'
}

/** The audience as text. */
export function audienceOf({ targetGroups, targetRoles, insideOnly, state }: Broadcast): string {
  const groups = targetGroups.map(targetGroupName).join(', ')
  const roles = targetRoles.map(roleLabel).join(', ')
  const who = [groups, roles].filter(Boolean).join(' · ') || 'All users'
  return insideOnly ? `${who}, inside when it ${state === 'scheduled' ? 'is' : 'was'} sent` : who
}
