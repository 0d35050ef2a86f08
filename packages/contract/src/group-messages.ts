import { groupReactions } from '@muster/domain/group.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { inGroup } from './groups.ts'
import { id, instant, waitedMs } from './ids.ts'
import { page, paging } from './paging.ts'
import { attachment, fileLinks } from './stored-files.ts'
import { text } from './texts.ts'

/** The number of a message in its group. Numbers have no gaps and give the order in which everybody sees the messages. */
const messageNumber = z.int().min(0)
/** A message number as input. Coerced, because URLs carry it as text. */
const givenNumber = fitting(z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER), 'bigint')

export const groupMessage = z.object({
  id,
  groupId: id,
  number: messageNumber,
  /** Created by the sender's client, which uses it to recognise its own message. */
  requestId: id,
  /** Null once the sender's account is deleted. */
  senderId: id.nullable(),
  senderName: z.string(),
  text: z.string(),
  file: attachment.nullable(),
  replyTo: z.object({ id, number: messageNumber, senderName: z.string(), text: z.string() }).nullable(),
  mentions: z.array(z.object({ id, name: z.string() })).max(limits.groupMentionsMost),
  reactions: z
    .array(z.object({ emoji: z.enum(groupReactions), count: z.int(), mine: z.boolean() }))
    .max(groupReactions.length),
  createdAt: instant,
  /** When the message was written, if it waited for a network; otherwise null. */
  writtenAt: instant.nullable(),
  editedAt: instant.nullable(),
  deletedAt: instant.nullable(),
})
export type GroupMessage = z.infer<typeof groupMessage>

const groupRef = { groupId: id }
const messageRef = { groupId: id, messageId: id }

/** The conversation of a group, for its members and its managers. */
export const groupMessages = {
  /** The newest messages, those before or after a message number, or those around one. The highest number comes first. */
  list: inGroup(
    'GET /groups/{groupId}/messages',
    'list_group_messages',
    'List the messages of a group, newest first',
  )
    .input(
      z.strictObject({
        ...groupRef,
        before: givenNumber.optional(),
        after: givenNumber.optional(),
        around: givenNumber.optional(),
      }),
    )
    .output(
      z.object({
        rows: z.array(groupMessage).max(limits.groupMessagesPage),
        /** True if there are messages older or newer than these. */
        older: z.boolean(),
        newer: z.boolean(),
      }),
    ),
  /** Text, an uploaded file, or both. A repeated request returns the first message. */
  send: inGroup('POST /groups/{groupId}/messages', 'send_group_message', 'Send a message to a group', 201)
    .input(
      z
        .strictObject({
          ...groupRef,
          requestId: id,
          text: text(limits.messageMaxLength).default(''),
          fileId: id.nullable().default(null),
          replyTo: id.nullable().default(null),
          mentions: fitting(z.array(id).max(limits.groupMentionsMost), 'uuid[]').default([]),
          waitedMs,
        })
        .refine(({ text, fileId }) => text !== '' || fileId !== null, {
          error: 'Write something first',
          path: ['text'],
        }),
    )
    .output(groupMessage)
    .errors(pick('FILE_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'REQUEST_ID_TAKEN')),
  edit: inGroup(
    'PUT /groups/{groupId}/messages/{messageId}',
    'edit_group_message',
    'Change the text of a message of your own, for 15 minutes',
  )
    .input(
      z.strictObject({ ...messageRef, text: text(limits.messageMaxLength).min(1, 'Write something first') }),
    )
    .output(z.object({ edited: z.literal(true) }))
    .errors(pick('MESSAGE_NOT_FOUND', 'MESSAGE_TOO_OLD')),
  remove: inGroup(
    'DELETE /groups/{groupId}/messages/{messageId}',
    'delete_group_message',
    'Delete a message of your own, for 15 minutes',
  )
    .input(z.strictObject(messageRef))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('MESSAGE_NOT_FOUND', 'MESSAGE_TOO_OLD')),
  react: inGroup(
    'PUT /groups/{groupId}/messages/{messageId}/reaction',
    'react_to_group_message',
    'Put a reaction to a message, or take it back',
  )
    .input(z.strictObject({ ...messageRef, emoji: z.enum(groupReactions), on: z.boolean() }))
    .output(z.object({ on: z.boolean() }))
    .errors(pick('MESSAGE_NOT_FOUND')),
  /** Never moves back. */
  read: inGroup('PUT /groups/{groupId}/read', 'read_group_messages', 'Note how far you have read')
    .input(z.strictObject({ ...groupRef, number: givenNumber }))
    .output(z.object({ number: messageNumber })),
  /** Counts the other members only. */
  reads: inGroup('GET /groups/{groupId}/reads', 'list_group_reads', 'Count who has read how far')
    .input(z.strictObject(groupRef))
    .output(
      z.object({
        others: z.int(),
        upTo: z.array(z.object({ number: messageNumber, people: z.int() })).max(limits.groupMembersMost),
      }),
    ),
  /** Lists the names of members who have read a message, and of those who have not. */
  readers: inGroup(
    'GET /groups/{groupId}/messages/{messageId}/readers',
    'list_group_message_readers',
    'Name who has read a message',
  )
    .input(z.strictObject(messageRef))
    .output(
      z.object({
        people: z.array(z.object({ id, name: z.string(), read: z.boolean() })).max(limits.groupMembersMost),
      }),
    )
    .errors(pick('MESSAGE_NOT_FOUND')),
  search: inGroup(
    'GET /groups/{groupId}/messages/search',
    'search_group_messages',
    'Search the messages of a group, newest first',
  )
    .input(paging.extend({ ...groupRef, search: text(200).min(1) }))
    .output(page(groupMessage))
    .errors(pick('CURSOR_INVALID')),
  /** Shown to the other members for a few seconds. */
  typing: inGroup('POST /groups/{groupId}/typing', 'say_typing', 'Show that you are writing')
    .input(z.strictObject(groupRef))
    .output(z.object({ said: z.boolean() })),
  mute: inGroup('PUT /groups/{groupId}/mute', 'mute_group', 'Have no alerts of a group but mentions')
    .input(z.strictObject({ ...groupRef, muted: z.boolean() }))
    .output(z.object({ muted: z.boolean() })),
  files: inGroup(
    'GET /groups/{groupId}/files',
    'list_group_files',
    'List the files shared in a group, newest first',
  )
    .input(paging.extend(groupRef))
    .output(
      page(
        z.object({
          id,
          file: attachment,
          messageNumber,
          sharedBy: z.string(),
          createdAt: instant,
        }),
      ),
    )
    .errors(pick('CURSOR_INVALID')),
  /** Returns a link that opens one file for an hour, for clients that cannot fetch it any other way. */
  fileLink: inGroup(
    'POST /groups/{groupId}/files/{fileId}/link',
    'link_group_file',
    'Make a link that opens a shared file for an hour',
  )
    .input(z.strictObject({ ...groupRef, fileId: id }))
    .output(fileLinks)
    .errors(pick('FILE_NOT_FOUND')),
}
