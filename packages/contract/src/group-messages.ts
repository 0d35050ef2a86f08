import { groupReactions } from '@muster/domain/group.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant, waitedMs } from './ids.ts'
import { page, paging } from './paging.ts'
import { attachment, fileLinks } from './stored-files.ts'
import { text } from './texts.ts'

/** The place of a message in its group: without a gap, in the order in which everybody sees them. */
const messageNumber = z.int().min(0)
/** The same in an address, or as somebody sends it. */
const givenNumber = fitting(z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER), 'bigint')

export const groupMessage = z.object({
  id,
  groupId: id,
  number: messageNumber,
  /** Made by who sent it: their own screen knows its message by it. */
  requestId: id,
  /** Null once their account is gone. */
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
  /** When it was written, where it waited for a network; null where it came at once. */
  writtenAt: instant.nullable(),
  editedAt: instant.nullable(),
  deletedAt: instant.nullable(),
})
export type GroupMessage = z.infer<typeof groupMessage>

const inGroup = { groupId: id }
const ofMessage = { groupId: id, messageId: id }
const roomErrors = pick('GROUP_NOT_FOUND', 'ZONE_NOT_FOUND', 'ZONE_ENTRY_REQUIRED')
const inRoom = signedInProcedure.errors(roomErrors)

/** The conversation of a group, for its members and those who manage it. */
export const groupMessages = {
  /** The newest of a group; those before or after a number; or those around one. The highest number first. */
  list: inRoom
    .route({
      method: 'GET',
      path: '/groups/{groupId}/messages',
      operationId: 'list_group_messages',
      summary: 'List the messages of a group, newest first',
      tags: ['groups'],
    })
    .input(
      z.strictObject({
        ...inGroup,
        before: givenNumber.optional(),
        after: givenNumber.optional(),
        around: givenNumber.optional(),
      }),
    )
    .output(
      z.object({
        rows: z.array(groupMessage).max(limits.groupMessagesPage),
        /** Whether there are older, and newer, ones than these. */
        older: z.boolean(),
        newer: z.boolean(),
      }),
    ),
  /** Sends a text, a file that was uploaded before, or both. Sending the same again answers with the first. */
  send: inRoom
    .route({
      method: 'POST',
      path: '/groups/{groupId}/messages',
      operationId: 'send_group_message',
      summary: 'Send a message to a group',
      tags: ['groups'],
      successStatus: 201,
    })
    .input(
      z
        .strictObject({
          ...inGroup,
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
  edit: inRoom
    .route({
      method: 'PUT',
      path: '/groups/{groupId}/messages/{messageId}',
      operationId: 'edit_group_message',
      summary: 'Change the text of a message of your own, for 15 minutes',
      tags: ['groups'],
    })
    .input(
      z.strictObject({ ...ofMessage, text: text(limits.messageMaxLength).min(1, 'Write something first') }),
    )
    .output(z.object({ edited: z.literal(true) }))
    .errors(pick('MESSAGE_NOT_FOUND', 'MESSAGE_TOO_OLD')),
  remove: inRoom
    .route({
      method: 'DELETE',
      path: '/groups/{groupId}/messages/{messageId}',
      operationId: 'delete_group_message',
      summary: 'Delete a message of your own, for 15 minutes',
      tags: ['groups'],
    })
    .input(z.strictObject(ofMessage))
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('MESSAGE_NOT_FOUND', 'MESSAGE_TOO_OLD')),
  react: inRoom
    .route({
      method: 'PUT',
      path: '/groups/{groupId}/messages/{messageId}/reaction',
      operationId: 'react_to_group_message',
      summary: 'Put a reaction to a message, or take it back',
      tags: ['groups'],
    })
    .input(z.strictObject({ ...ofMessage, emoji: z.enum(groupReactions), on: z.boolean() }))
    .output(z.object({ on: z.boolean() }))
    .errors(pick('MESSAGE_NOT_FOUND')),
  /** How far the caller has read; it never goes back. */
  read: inRoom
    .route({
      method: 'PUT',
      path: '/groups/{groupId}/read',
      operationId: 'read_group_messages',
      summary: 'Note how far you have read',
      tags: ['groups'],
    })
    .input(z.strictObject({ ...inGroup, number: givenNumber }))
    .output(z.object({ number: messageNumber })),
  /** Up to which number each of the others has read, as counts: so many members have read at least so far. */
  reads: inRoom
    .route({
      method: 'GET',
      path: '/groups/{groupId}/reads',
      operationId: 'list_group_reads',
      summary: 'Count who has read how far',
      tags: ['groups'],
    })
    .input(z.strictObject(inGroup))
    .output(
      z.object({
        others: z.int(),
        upTo: z.array(z.object({ number: messageNumber, people: z.int() })).max(limits.groupMembersMost),
      }),
    ),
  /** The names of those who have read a message, and of those who have not. */
  readers: inRoom
    .route({
      method: 'GET',
      path: '/groups/{groupId}/messages/{messageId}/readers',
      operationId: 'list_group_message_readers',
      summary: 'Name who has read a message',
      tags: ['groups'],
    })
    .input(z.strictObject(ofMessage))
    .output(
      z.object({
        people: z.array(z.object({ id, name: z.string(), read: z.boolean() })).max(limits.groupMembersMost),
      }),
    )
    .errors(pick('MESSAGE_NOT_FOUND')),
  search: inRoom
    .route({
      method: 'GET',
      path: '/groups/{groupId}/messages/search',
      operationId: 'search_group_messages',
      summary: 'Search the messages of a group, newest first',
      tags: ['groups'],
    })
    .input(paging.extend({ ...inGroup, search: text(200).min(1) }))
    .output(page(groupMessage))
    .errors(pick('CURSOR_INVALID')),
  /** For a moment, the screens of the group show that the caller writes. */
  typing: inRoom
    .route({
      method: 'POST',
      path: '/groups/{groupId}/typing',
      operationId: 'say_typing',
      summary: 'Show that you are writing',
      tags: ['groups'],
    })
    .input(z.strictObject(inGroup))
    .output(z.object({ said: z.boolean() })),
  mute: inRoom
    .route({
      method: 'PUT',
      path: '/groups/{groupId}/mute',
      operationId: 'mute_group',
      summary: 'Have no alerts of a group but mentions',
      tags: ['groups'],
    })
    .input(z.strictObject({ ...inGroup, muted: z.boolean() }))
    .output(z.object({ muted: z.boolean() })),
  files: inRoom
    .route({
      method: 'GET',
      path: '/groups/{groupId}/files',
      operationId: 'list_group_files',
      summary: 'List the files shared in a group, newest first',
      tags: ['groups'],
    })
    .input(paging.extend(inGroup))
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
  /** A link that opens one file for an hour, where it could not be fetched otherwise. */
  fileLink: inRoom
    .route({
      method: 'POST',
      path: '/groups/{groupId}/files/{fileId}/link',
      operationId: 'link_group_file',
      summary: 'Make a link that opens a shared file for an hour',
      tags: ['groups'],
    })
    .input(z.strictObject({ ...inGroup, fileId: id }))
    .output(fileLinks)
    .errors(pick('FILE_NOT_FOUND')),
}
