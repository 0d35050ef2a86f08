import type { Broadcast, BroadcastRecipient } from '@muster/contract/broadcasts.ts'
import type { PersonNames } from '../../db/person-names.ts'
import { type FileRow, fileView } from '../files/index.ts'
import type { BroadcastRow, RecipientRow } from './broadcasts.queries.ts'

type With = {
  readonly names: PersonNames
  readonly file: FileRow | undefined
  readonly linkTo: (path: string) => string
}

export const broadcastView = (row: BroadcastRow, { names, file, linkTo }: With): Broadcast => ({
  id: row.id,
  title: row.title,
  message: row.message,
  priority: row.priority as Broadcast['priority'],
  state: row.state as Broadcast['state'],
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  senderId: row.sender_id,
  senderName: names(row.sender_id).name,
  targetRoles: row.target_roles as Broadcast['targetRoles'],
  targetGroups: row.groups,
  insideOnly: row.inside_only,
  answers: row.answers,
  mine:
    row.my_state === null
      ? null
      : { state: row.my_state as NonNullable<Broadcast['mine']>['state'], answer: row.my_answer },
  attachment: file ? fileView(file, linkTo) : null,
  mayManage: row.may_manage,
  createdAt: row.created_at.toISOString(),
  sendAt: row.send_at?.toISOString() ?? null,
  sentAt: row.sent_at?.toISOString() ?? null,
})

export const recipientView = (row: RecipientRow): BroadcastRecipient => ({
  userId: row.user_id,
  name: row.name,
  state: row.state as BroadcastRecipient['state'],
  answer: row.answer,
  reason: row.reason,
  at: row.changed_at.toISOString(),
})
