import { t } from '@lingui/core/macro'
import type { Broadcast } from '@muster/contract/broadcasts.ts'
import type { BroadcastPriority, RecipientState } from '@muster/domain/broadcast.ts'

export const priorityLabels: Readonly<Record<BroadcastPriority, string>> = {
  low: t`Low`,
  normal: t`Normal`,
  high: t`High`,
  urgent: t`Urgent`,
}

export const recipientLabels: Readonly<Record<RecipientState, string>> = {
  queued: t`Sending`,
  delivered: t`Delivered to inbox`,
  pushed: t`Notified on a device`,
  seen: t`Seen`,
  answered: t`Answered`,
  unreachable: t`Not reached`,
}

export const attachmentTexts = {
  tooLarge: t`File size must be less than 10MB`,
  failed: t`Failed to upload attachment`,
}
export const attachmentHelp = t`One file up to 10 MB: image, video, PDF, Word or Excel. Photos are resized and their location data is removed.`

/** Returns the name of a target group. A deleted group is marked; its name may be unknown. */
export function targetGroupName({ name, deleted }: Broadcast['targetGroups'][number]): string {
  if (!deleted) return name
  return name ? t`${name} (deleted)` : t`Deleted group`
}
