import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { toExcerpt } from '@muster/domain/excerpt.ts'
import { isChangeable } from '@muster/domain/group.ts'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames, type PersonNameLookup } from '../../db/person-names.ts'
import type { WriteContext } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { deleteFile, findUnused, listFilesAt, shareFile } from '../files/index.ts'
import { joinAsManager } from './create-group.ts'
import { mentionedInGroupAlert } from './groups.alerts.ts'
import { groupsEvents } from './groups.events.ts'
import {
  type ChangedMessageRow,
  clearMessage,
  deleteGroupFile,
  findMessage,
  findMessageByRequestId,
  insertGroupFile,
  insertMessage,
  lockMessage,
  type MessageRow,
  type NewMessage,
  rewriteEvents,
  updateText,
} from './messages.queries.ts'
import { messageChangedEvent, messageView, messageViews, withMessageLinks } from './messages.view.ts'

type MessageForm = Omit<NewMessage, 'file'> & {
  readonly fileId: string | null
  readonly senderName: string
  readonly group: { readonly name: string; readonly zone_id: string; readonly is_member: boolean }
}
type LinkTo = (path: string) => string

/**
 * A manager who writes joins, so that the others see who they talk to. Repeatable. Throws MESSAGE_NOT_FOUND for a reply outside the
 * group, FILE_NOT_FOUND, REQUEST_ID_TAKEN.
 */
export async function sendMessage(
  its: WriteContext,
  { fileId, senderName, group, ...form }: MessageForm,
  linkTo: LinkTo,
): Promise<GroupMessage> {
  const { tx, publish, alert } = its
  const { groupId, senderId } = form
  const repliedTo = form.replyTo === null ? undefined : await findMessage(tx, groupId, form.replyTo)
  const file = fileId === null ? undefined : await findUnused(tx, fileId, senderId)
  if (form.replyTo !== null && !repliedTo) return findEarlierMessage(tx, form, linkTo, 'MESSAGE_NOT_FOUND')
  // If the message was already sent, its file is no longer unused, so look for the message before failing.
  if (fileId !== null && !file) return findEarlierMessage(tx, form, linkTo, 'FILE_NOT_FOUND')
  // Read the names before the insert, which locks the group until the commit.
  const otherIds = [repliedTo?.sender_id ?? null, ...form.mentions].filter(person => person !== senderId)
  const toOtherPerson = await loadPersonNames(tx, otherIds)
  const toPerson: PersonNameLookup = person =>
    person === senderId ? { id: person, name: senderName } : toOtherPerson(person)
  const row = await insertMessage(tx, { ...form, file })
  if (!row) return findEarlierMessage(tx, form, linkTo, 'REQUEST_ID_TAKEN')
  if (!group.is_member) await joinAsManager(its, { groupId, zoneId: group.zone_id, userId: senderId })
  if (file) {
    if (!(await shareFile(tx, file.id, groupId))) throw fail('FILE_NOT_FOUND')
    await insertGroupFile(tx, {
      groupId,
      messageId: row.id,
      uploadedBy: senderId,
      path: file.path,
      name: file.name,
      mediaType: file.media_type,
      size: file.size_bytes,
    })
  }
  const message = messageView(
    row,
    { names: toPerson, file, answered: repliedTo, reactions: [] },
    path => path,
  )
  publish(groupsEvents, { kind: 'group.read', groupId, userId: senderId, number: row.number }, ['user'])
  publish(groupsEvents, { kind: 'group.message', zoneId: group.zone_id, groupId, message })
  const mentionedIds = row.mentions.filter(person => person !== senderId)
  const alertedGroup = { id: groupId, name: group.name, zoneId: group.zone_id }
  if (mentionedIds.length > 0) alert(mentionedInGroupAlert(alertedGroup, message, mentionedIds))
  return withMessageLinks(message, linkTo)
}

/** The message may have been edited or deleted since. Throws `errorCode` if there is none. */
async function findEarlierMessage(
  tx: Tx,
  { groupId, senderId, requestId }: Pick<MessageForm, 'groupId' | 'senderId' | 'requestId'>,
  linkTo: LinkTo,
  errorCode: 'MESSAGE_NOT_FOUND' | 'FILE_NOT_FOUND' | 'REQUEST_ID_TAKEN',
): Promise<GroupMessage> {
  const earlierRow = await findMessageByRequestId(tx, senderId, requestId)
  const [message] = earlierRow ? await messageViews(tx, senderId, [earlierRow], linkTo) : []
  if (!message) throw fail(errorCode)
  if (message.groupId !== groupId) throw fail('REQUEST_ID_TAKEN')
  return message
}

type MessageKey = { readonly groupId: string; readonly messageId: string }

/** Changes the text of the person's own message. Throws MESSAGE_NOT_FOUND, MESSAGE_TOO_OLD. */
export async function editMessage(
  its: WriteContext,
  userId: string,
  key: MessageKey,
  text: string,
): Promise<void> {
  const row = await lockChangeableMessage(its.tx, userId, key)
  if (row.message_text !== text) await announceChange(its, await updateText(its.tx, row.id, text))
}

/** An empty message keeps its position in the conversation. Throws MESSAGE_NOT_FOUND, MESSAGE_TOO_OLD. */
export async function removeMessage(its: WriteContext, userId: string, key: MessageKey): Promise<void> {
  const { tx } = its
  const row = await lockOwnMessage(tx, userId, key)
  const file = row.file_url === null ? undefined : (await listFilesAt(tx, [row.file_url])).get(row.file_url)
  // A message whose file was lost can be deleted at any time.
  const isLost = row.file_url !== null && !file
  if (!isLost && !isChangeable(row.created_at, Date.now())) throw fail('MESSAGE_TOO_OLD')
  await deleteGroupFile(tx, row.id)
  if (file) await deleteFile(tx, file.id)
  await announceChange(its, await clearMessage(tx, row.id))
}

async function announceChange({ tx, publish }: WriteContext, row: ChangedMessageRow): Promise<void> {
  await rewriteEvents(tx, row.id, toExcerpt(row.message_text))
  publish(groupsEvents, messageChangedEvent(row))
}

async function lockChangeableMessage(tx: Tx, userId: string, key: MessageKey): Promise<MessageRow> {
  const row = await lockOwnMessage(tx, userId, key)
  if (!isChangeable(row.created_at, Date.now())) throw fail('MESSAGE_TOO_OLD')
  return row
}

async function lockOwnMessage(
  tx: Tx,
  userId: string,
  { groupId, messageId }: MessageKey,
): Promise<MessageRow> {
  const row = await lockMessage(tx, groupId, messageId)
  if (!row || row.sender_id !== userId || row.deleted_at !== null) throw fail('MESSAGE_NOT_FOUND')
  return row
}
