import type { Broadcast, BroadcastRecipient, OpenQuestion } from '@muster/contract/broadcasts.ts'
import { pairAnswers } from '@muster/domain/broadcast.ts'
import { type PersonNameLookup, toDisplayName } from '../../db/person-names.ts'
import { type FileRow, fileView } from '../files/index.ts'
import type { BroadcastRow } from './broadcasts.queries.ts'
import type { CallForHelp, Contact, QuestionRow } from './questions.queries.ts'
import type { AnswerProgress, RecipientRow, Whereabouts } from './recipients.queries.ts'

type BroadcastContext = {
  readonly names: PersonNameLookup
  readonly file: FileRow | undefined
  readonly progress: AnswerProgress | undefined
  readonly linkTo: (path: string) => string
}

export const broadcastView = (
  row: BroadcastRow,
  { names, file, progress, linkTo }: BroadcastContext,
): Broadcast => ({
  id: row.id,
  title: row.title,
  message: row.message,
  priority: row.priority,
  state: row.state,
  zoneId: row.zone_id,
  zoneName: row.zone_name,
  senderId: row.sender_id,
  senderName: names(row.sender_id).name,
  targetRoles: row.target_roles as Broadcast['targetRoles'],
  targetGroups: row.groups,
  insideOnly: row.inside_only,
  answers: pairAnswers(row.answers, row.answer_meanings),
  mine:
    row.my_state === null
      ? null
      : { state: row.my_state as NonNullable<Broadcast['mine']>['state'], answer: row.my_answer },
  attachment: file ? fileView(file, linkTo) : null,
  mayManage: row.may_manage,
  progress: progress ?? null,
  createdAt: row.created_at.toISOString(),
  sendAt: row.send_at?.toISOString() ?? null,
  sentAt: row.sent_at?.toISOString() ?? null,
})

export const recipientView = (
  row: RecipientRow,
  whereabouts: Whereabouts | undefined,
): BroadcastRecipient => ({
  userId: row.user_id,
  name: row.name,
  state: row.state,
  answer: row.answer,
  meaning: row.meaning as BroadcastRecipient['meaning'],
  zone: whereabouts ? { id: whereabouts.zone_id, name: whereabouts.zone_name } : null,
  presence: whereabouts ? toPresence(whereabouts) : null,
  reason: row.reason,
  at: row.changed_at.toISOString(),
})

/** Returns a recipient's presence; null if the actor may not see the presence row. */
function toPresence({ is_inside_zone, captured_at }: Whereabouts): BroadcastRecipient['presence'] {
  if (is_inside_zone === null) return null
  const presence = captured_at === null ? 'unknown' : is_inside_zone ? 'inside' : 'outside'
  return { word: presence, lastSeen: captured_at?.toISOString() ?? null }
}

export const contactView = ({ name, phone }: Contact): Contact => ({ name: toDisplayName(name), phone })

export const callForHelpView = ({ alerted, seen_by, contacts }: CallForHelp) => ({
  alerted,
  seenBy: seen_by.map(toDisplayName),
  contacts: contacts.map(contactView),
})

export const questionView = (row: QuestionRow): OpenQuestion => ({
  id: row.id,
  title: row.title,
  message: row.message,
  zoneName: row.zone_name,
  answers: pairAnswers(row.answers, row.answer_meanings),
  sentAt: (row.sent_at ?? new Date(0)).toISOString(),
  contacts: row.contacts.map(contactView),
})
