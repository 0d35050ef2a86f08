import type { EventOf } from '@muster/contract/feed.ts'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { toStoredKind } from '@muster/domain/attachment.ts'
import { toExcerpt } from '@muster/domain/excerpt.ts'
import { groupReactions } from '@muster/domain/group.ts'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames, type PersonNameLookup } from '../../db/person-names.ts'
import { type FileRow, fileView, listFilesAt, lostFileView, withFileLinks } from '../files/index.ts'
import {
  type ChangedMessageRow,
  listMessagesByIds,
  listReactions,
  type MessageRow,
  type ReactionRow,
} from './messages.queries.ts'

type LinkTo = (path: string) => string

type MessageParts = {
  readonly names: PersonNameLookup
  readonly file: FileRow | undefined
  readonly answered: MessageRow | undefined
  readonly reactions: readonly ReactionRow[]
}

export const messageView = (
  row: MessageRow,
  { names, file, answered, reactions }: MessageParts,
  linkTo: LinkTo,
): GroupMessage => ({
  id: row.id,
  groupId: row.group_id,
  number: row.number,
  requestId: row.request_id,
  senderId: row.sender_id,
  senderName: names(row.sender_id).name,
  text: row.message_text,
  file: toMessageFile(row, file, linkTo),
  replyTo: answered
    ? {
        id: answered.id,
        number: answered.number,
        senderName: names(answered.sender_id).name,
        text: toExcerpt(answered.message_text),
      }
    : null,
  mentions: row.mentions.map(person => ({ id: person, name: names(person).name })),
  reactions: groupReactions.flatMap(emoji => {
    const reaction = reactions.find(it => it.message_id === row.id && it.emoji === emoji)
    return reaction ? { emoji, count: reaction.count, mine: reaction.mine } : []
  }),
  createdAt: row.created_at.toISOString(),
  writtenAt: row.written_at?.toISOString() ?? null,
  editedAt: row.edited_at?.toISOString() ?? null,
  deletedAt: row.deleted_at?.toISOString() ?? null,
})

/** Builds the views of messages, with names, files, reactions and the messages they reply to, in a fixed number of queries. */
export async function messageViews(
  tx: Tx,
  userId: string,
  rows: readonly MessageRow[],
  linkTo: LinkTo,
): Promise<GroupMessage[]> {
  if (rows.length === 0) return []
  const repliedToRows = await listMessagesByIds(
    tx,
    rows.flatMap(row => row.reply_to ?? []),
  )
  const people = [...rows, ...repliedToRows].flatMap(row => [row.sender_id, ...row.mentions])
  const toPerson = await loadPersonNames(tx, people)
  const filesByPath = await listFilesAt(
    tx,
    rows.flatMap(row => row.file_url ?? []),
  )
  const reactions = await listReactions(
    tx,
    userId,
    rows.map(row => row.id),
  )
  const repliedToById = new Map(repliedToRows.map(row => [row.id, row]))
  return rows.map(row => {
    const file = row.file_url === null ? undefined : filesByPath.get(row.file_url)
    const repliedToRow = row.reply_to === null ? undefined : repliedToById.get(row.reply_to)
    return messageView(row, { names: toPerson, file, answered: repliedToRow, reactions }, linkTo)
  })
}

/** Replaces the stored file path in an event's message with links signed for the viewer. */
export const withMessageLinks = (message: GroupMessage, linkTo: LinkTo): GroupMessage =>
  message.file === null ? message : { ...message, file: withFileLinks(message.file, linkTo) }

export const messageChangedEvent = (row: ChangedMessageRow): EventOf<'group.message_changed'> => ({
  kind: 'group.message_changed',
  groupId: row.group_id,
  messageId: row.id,
  number: row.number,
  text: row.message_text,
  editedAt: row.edited_at?.toISOString() ?? null,
  deletedAt: row.deleted_at?.toISOString() ?? null,
})

function toMessageFile(
  { id, file_url, file_name }: MessageRow,
  file: FileRow | undefined,
  linkTo: LinkTo,
): GroupMessage['file'] {
  if (file_url === null) return null
  if (file) return fileView(file, linkTo)
  return lostFileView({ id, name: file_name ?? 'File', kind: toStoredKind(file_url), size: 0 })
}
