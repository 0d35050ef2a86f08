import { isChangeable } from '@muster/domain/group.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteFile, findUnused, listFilesAt, shareFile } from '../files/index.ts'
import {
  deleteGroupFile,
  emptyMessage,
  findMessage,
  findSent,
  insertGroupFile,
  insertMessage,
  lockMessage,
  type MessageRow,
  type NewMessage,
  updateText,
} from './messages.queries.ts'

type Form = Omit<NewMessage, 'file'> & { readonly fileId: string | null }

/**
 * Says something in a group. Sending the same again answers with the first. Throws MESSAGE_NOT_FOUND for an answer to nothing of the
 * group, FILE_NOT_FOUND, REQUEST_ID_TAKEN.
 */
export async function sendMessage(tx: Tx, { fileId, ...form }: Form): Promise<MessageRow> {
  // Whoever sends again may find what it names gone by now: the first is looked for before.
  const names = form.replyTo !== null || fileId !== null
  const before = names ? await findSent(tx, form.senderId, form.requestId) : undefined
  if (before) return sameAs(before, form)
  if (form.replyTo !== null && !(await findMessage(tx, form.groupId, form.replyTo)))
    throw fail('MESSAGE_NOT_FOUND')
  const file = fileId === null ? undefined : await findUnused(tx, fileId, form.senderId)
  if (fileId !== null && !file) throw fail('FILE_NOT_FOUND')
  const made = await insertMessage(tx, { ...form, file })
  if (!made) {
    const other = await findSent(tx, form.senderId, form.requestId)
    if (!other) throw fail('REQUEST_ID_TAKEN')
    return sameAs(other, form)
  }
  if (file) {
    if (!(await shareFile(tx, file.id, form.groupId))) throw fail('FILE_NOT_FOUND')
    await insertGroupFile(tx, {
      groupId: form.groupId,
      messageId: made.id,
      uploadedBy: form.senderId,
      path: file.path,
      name: file.name,
      mediaType: file.media_type,
      size: file.size_bytes,
    })
  }
  return made
}

/** What was sent first; it may have been changed or deleted since. */
function sameAs(before: MessageRow, { groupId }: Pick<Form, 'groupId'>): MessageRow {
  if (before.group_id !== groupId) throw fail('REQUEST_ID_TAKEN')
  return before
}

type Its = { readonly groupId: string; readonly messageId: string }

/** Changes the text of one's own message. Throws MESSAGE_NOT_FOUND, MESSAGE_TOO_OLD. */
export async function editMessage(tx: Tx, userId: string, its: Its, text: string): Promise<void> {
  const row = await lockOwn(tx, userId, its)
  if (row.message_text !== text) await updateText(tx, row.id, text)
}

/** Deletes one's own message with its file; its place stays. Throws MESSAGE_NOT_FOUND, MESSAGE_TOO_OLD. */
export async function removeMessage(tx: Tx, userId: string, its: Its): Promise<void> {
  const row = await lockMessageOf(tx, userId, its)
  const file = row.file_url === null ? undefined : (await listFilesAt(tx, [row.file_url])).get(row.file_url)
  // A file that was lost can be removed at any time.
  const isLost = row.file_url !== null && !file
  if (!isLost && !isChangeable(row.created_at, Date.now())) throw fail('MESSAGE_TOO_OLD')
  await deleteGroupFile(tx, row.id)
  if (file) await deleteFile(tx, file.id)
  await emptyMessage(tx, row.id)
}

async function lockOwn(tx: Tx, userId: string, its: Its): Promise<MessageRow> {
  const row = await lockMessageOf(tx, userId, its)
  if (!isChangeable(row.created_at, Date.now())) throw fail('MESSAGE_TOO_OLD')
  return row
}

async function lockMessageOf(tx: Tx, userId: string, { groupId, messageId }: Its): Promise<MessageRow> {
  const row = await lockMessage(tx, groupId, messageId)
  if (!row || row.sender_id !== userId || row.deleted_at !== null) throw fail('MESSAGE_NOT_FOUND')
  return row
}
