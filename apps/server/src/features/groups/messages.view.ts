import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { kindOfStored } from '@muster/domain/attachment.ts'
import { groupReactions } from '@muster/domain/group.ts'
import type { Tx } from '../../db/database.ts'
import { personNames } from '../../db/person-names.ts'
import { type FileRow, fileView, listFilesAt, lostFileView } from '../files/index.ts'
import { listMessagesByIds, listReactions, type MessageRow } from './messages.queries.ts'

const EXCERPT = 200

/** Messages as they cross the wire, with names, files, reactions and what they answer to: a fixed number of queries for all of them. */
export async function messageViews(
  tx: Tx,
  userId: string,
  rows: readonly MessageRow[],
  linkTo: (path: string) => string,
): Promise<GroupMessage[]> {
  if (rows.length === 0) return []
  const answered = await listMessagesByIds(
    tx,
    rows.flatMap(row => row.reply_to ?? []),
  )
  const people = [...rows, ...answered].flatMap(row => [row.sender_id, ...row.mentions])
  const names = await personNames(tx, people)
  const files = await listFilesAt(
    tx,
    rows.flatMap(row => row.file_url ?? []),
  )
  const reactions = await listReactions(
    tx,
    userId,
    rows.map(row => row.id),
  )
  const answeredById = new Map(answered.map(row => [row.id, row]))
  return rows.map(row => {
    const replyTo = row.reply_to === null ? undefined : answeredById.get(row.reply_to)
    return {
      id: row.id,
      groupId: row.group_id,
      number: row.number,
      requestId: row.request_id,
      senderId: row.sender_id,
      senderName: names(row.sender_id).name,
      text: row.message_text,
      file: fileOfMessage(row, files, linkTo),
      replyTo: replyTo
        ? {
            id: replyTo.id,
            number: replyTo.number,
            senderName: names(replyTo.sender_id).name,
            text: replyTo.message_text.slice(0, EXCERPT).toWellFormed(),
          }
        : null,
      mentions: row.mentions.map(person => ({ id: person, name: names(person).name })),
      reactions: groupReactions.flatMap(emoji => {
        const found = reactions.find(it => it.message_id === row.id && it.emoji === emoji)
        return found ? { emoji, count: found.count, mine: found.mine } : []
      }),
      createdAt: row.created_at.toISOString(),
      writtenAt: row.written_at?.toISOString() ?? null,
      editedAt: row.edited_at?.toISOString() ?? null,
      deletedAt: row.deleted_at?.toISOString() ?? null,
    }
  })
}

function fileOfMessage(
  { id, file_url, file_name }: MessageRow,
  files: ReadonlyMap<string, FileRow>,
  linkTo: (path: string) => string,
): GroupMessage['file'] {
  if (file_url === null) return null
  const file = files.get(file_url)
  if (file) return fileView(file, linkTo)
  return lostFileView({ id, name: file_name ?? 'File', kind: kindOfStored(file_url), size: 0 })
}
