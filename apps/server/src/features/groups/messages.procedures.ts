import { id } from '@muster/contract/ids.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames, toDisplayName } from '../../db/person-names.ts'
import { pluck } from '../../db/rows.ts'
import type { Platform } from '../../platform/platform.ts'
import { toActionTime } from '../../rpc/act-time.ts'
import { api, inZoneOf } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { fileLinks, fileOrLostView } from '../files/index.ts'
import { groupsEvents } from './groups.events.ts'
import { ofChat, ofChatWithName } from './groups.policy.ts'
import {
  countReads,
  findGroupFile,
  findMessage,
  listGroupFiles,
  listMessagesAfter,
  listMessagesBefore,
  listReaders,
  searchMessages,
} from './messages.queries.ts'
import { messageViews } from './messages.view.ts'
import { reactToMessage } from './react-to-message.ts'
import { readMessages, setGroupMuted } from './read-messages.ts'
import { editMessage, removeMessage, sendMessage } from './send-message.ts'

const groupFileLinkLifetimeMs = 60 * 60_000

const searchCursors = createCursors('messages of a search', { number: z.int() })
const fileCursors = createCursors('files of a group', {
  createdAt: [z.string(), 'created_at_exact'],
  id: [id, 'shared_id'],
})
const sendLimit = { name: 'group-message', points: 120, seconds: 60 }
const touchLimit = { name: 'group-touch', points: 300, seconds: 60 }
const typingLimit = { name: 'group-typing', points: 60, seconds: 60 }

export function messagesProcedures({ links }: Pick<Platform, 'links'>) {
  return {
    list: api.groupMessages.list
      .use(inZoneOf(ofChat, 'view_groups'))
      .handler(async ({ context: { tx, actor, linkTo }, input: { groupId, ...window } }) => {
        const { rows, older, newer } = await readWindow(tx, groupId, window)
        return { rows: await messageViews(tx, actor.userId, rows, linkTo), older, newer }
      }),

    send: api.groupMessages.send
      .use(inZoneOf(ofChatWithName, 'chat_in_groups', { rateLimit: sendLimit }))
      .handler(async ({ context, input: { waitedMs, ...message } }) => {
        const { actor, chat, linkTo } = context
        const sender = { senderId: actor.userId, senderName: toDisplayName(chat.actor_name) }
        return sendMessage(
          context,
          { ...message, ...sender, made: toActionTime(waitedMs), group: chat },
          linkTo,
        )
      }),

    edit: api.groupMessages.edit
      .use(inZoneOf(ofChat, 'chat_in_groups', { rateLimit: sendLimit }))
      .handler(async ({ context, input }) => {
        await editMessage(context, context.actor.userId, input, input.text)
        return { edited: true as const }
      }),

    remove: api.groupMessages.remove
      .use(inZoneOf(ofChat, 'chat_in_groups', { rateLimit: sendLimit }))
      .handler(async ({ context, input }) => {
        await removeMessage(context, context.actor.userId, input)
        return { removed: true as const }
      }),

    react: api.groupMessages.react
      .use(inZoneOf(ofChat, 'chat_in_groups', { rateLimit: sendLimit }))
      .handler(async ({ context, input: { on, ...reaction } }) => {
        await reactToMessage(context, { ...reaction, userId: context.actor.userId }, on)
        return { on }
      }),

    read: api.groupMessages.read
      .use(inZoneOf(ofChat, 'view_groups', { rateLimit: touchLimit }))
      .handler(async ({ context, input: { groupId, number } }) => ({
        number: await readMessages(context, { groupId, userId: context.actor.userId }, number),
      })),

    reads: api.groupMessages.reads
      .use(inZoneOf(ofChat, 'view_groups'))
      .handler(async ({ context: { tx, actor }, input: { groupId } }) => {
        const readCounts = await countReads(tx, groupId, actor.userId)
        return { others: readCounts.reduce((total, { people }) => total + people, 0), upTo: readCounts }
      }),

    readers: api.groupMessages.readers
      .use(inZoneOf(ofChat, 'view_groups'))
      .handler(async ({ context: { tx }, input: { groupId, messageId } }) => {
        const row = await findMessage(tx, groupId, messageId)
        if (!row) throw fail('MESSAGE_NOT_FOUND')
        const otherReaders = (await listReaders(tx, groupId, row.number)).filter(
          it => it.user_id !== row.sender_id,
        )
        const toPerson = await loadPersonNames(tx, pluck(otherReaders, 'user_id'))
        return {
          people: otherReaders.map(it => ({
            id: it.user_id,
            name: toPerson(it.user_id).name,
            read: it.read,
          })),
        }
      }),

    search: api.groupMessages.search
      .use(inZoneOf(ofChat, 'view_groups', { rateLimit: touchLimit }))
      .handler(async ({ context: { tx, actor, linkTo }, input: { groupId, search, cursor, limit } }) => {
        const { rows, next } = await searchCursors.read({ cursor, limit }, it =>
          searchMessages(tx, groupId, search, it),
        )
        return { rows: await messageViews(tx, actor.userId, rows, linkTo), next }
      }),

    typing: api.groupMessages.typing
      .use(inZoneOf(ofChatWithName, 'chat_in_groups', { rateLimit: typingLimit }))
      .handler(({ context: { actor, chat, publish }, input: { groupId } }) => {
        publish(groupsEvents, {
          kind: 'group.typing',
          groupId,
          userId: actor.userId,
          name: toDisplayName(chat.actor_name),
        })
        return { said: true }
      }),

    mute: api.groupMessages.mute
      .use(inZoneOf(ofChat, 'view_groups', { rateLimit: touchLimit }))
      .handler(async ({ context, input: { groupId, muted } }) => {
        await setGroupMuted(context, { groupId, userId: context.actor.userId }, muted)
        return { muted }
      }),

    files: api.groupMessages.files
      .use(inZoneOf(ofChat, 'view_groups'))
      .handler(async ({ context: { tx, linkTo }, input: { groupId, cursor, limit } }) => {
        const page = await fileCursors.read({ cursor, limit }, it => listGroupFiles(tx, groupId, it))
        const toPerson = await loadPersonNames(tx, pluck(page.rows, 'uploaded_by'))
        return page.map(row => ({
          id: row.shared_id,
          file: fileOrLostView(
            row,
            { id: row.shared_id, name: row.file_name, mediaType: row.file_type, size: row.file_size },
            linkTo,
          ),
          messageNumber: row.message_number,
          sharedBy: toPerson(row.uploaded_by).name,
          createdAt: row.created_at.toISOString(),
        }))
      }),

    fileLink: api.groupMessages.fileLink
      .use(inZoneOf(ofChat, 'view_groups'))
      .handler(async ({ context: { tx, actor }, input: { groupId, fileId } }) => {
        const file = await findGroupFile(tx, groupId, fileId)
        if (file?.path == null) throw fail('FILE_NOT_FOUND')
        return fileLinks({ path: file.path, has_thumbnail: file.has_thumbnail ?? false }, path =>
          links.linkTo(path, actor.sessionId, groupFileLinkLifetimeMs),
        )
      }),
  }
}

type MessageWindow = { before?: number | undefined; after?: number | undefined; around?: number | undefined }

/** Reads a window of messages, highest number first, and whether there are more on either side. */
async function readWindow(tx: Tx, groupId: string, { before, after, around }: MessageWindow) {
  const size = limits.groupMessagesPage
  if (around !== undefined) {
    const half = Math.floor(size / 2)
    const olderMessages = await listMessagesBefore(tx, groupId, around + 1, half + 1)
    const newerMessages = await listMessagesAfter(tx, groupId, around, half + 1)
    return {
      rows: [...newerMessages.slice(0, half).reverse(), ...olderMessages.slice(0, half)],
      older: olderMessages.length > half,
      newer: newerMessages.length > half,
    }
  }
  if (after !== undefined) {
    const rows = await listMessagesAfter(tx, groupId, after, size + 1)
    return { rows: rows.slice(0, size).reverse(), older: true, newer: rows.length > size }
  }
  const rows = await listMessagesBefore(tx, groupId, before, size + 1)
  return { rows: rows.slice(0, size), older: rows.length > size, newer: before !== undefined }
}
