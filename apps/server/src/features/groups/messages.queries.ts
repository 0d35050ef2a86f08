import type { GroupReaction } from '@muster/domain/group.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, oneOrNone, run } from '../../db/rows.ts'
import { wireTime } from '../../db/wire-time.ts'
import type { PageOf } from '../../rpc/paging.ts'

const columns = [
  'id',
  'group_id',
  'number',
  'request_id',
  'sender_id',
  'message_text',
  'file_url',
  'file_name',
  'reply_to',
  'created_at',
  'written_at',
  'edited_at',
  'deleted_at',
] as const

/** Limits mentions to members of the group, because rows written before mentions were checked could name anybody. */
const mentions = sql<string[]>`array(
  select member.user_id from group_members member
  where member.group_id = m.group_id and member.user_id = any(m.mentions)
  order by array_position(m.mentions, member.user_id))`.as('mentions')

const selectMessages = (tx: Tx) => tx.selectFrom('group_messages as m').select([...columns, mentions])
export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

/** Lists up to `limit` messages before a number, or the newest ones, highest number first. Index: group_messages_number. */
export const listMessagesBefore = (tx: Tx, groupId: string, before: number | undefined, limit: number) => {
  const query = selectMessages(tx).where('m.group_id', '=', groupId).orderBy('m.number', 'desc').limit(limit)
  return (before === undefined ? query : query.where('m.number', '<', before)).execute()
}

/** Lists up to `limit` messages after a number, lowest number first. */
export const listMessagesAfter = (tx: Tx, groupId: string, after: number, limit: number) =>
  selectMessages(tx)
    .where('m.group_id', '=', groupId)
    .where('m.number', '>', after)
    .orderBy('m.number')
    .limit(limit)
    .execute()

/** Lists a group's messages that contain all words of the search, newest first, after a cursor. */
export function searchMessages(
  tx: Tx,
  groupId: string,
  search: string,
  { after, limit }: PageOf<{ readonly number: number }>,
) {
  const query = selectMessages(tx)
    .where('m.group_id', '=', groupId)
    .where(sql<boolean>`m.search @@ search_query(${search})`)
    .orderBy('m.number', 'desc')
    .limit(limit)
  return (after === undefined ? query : query.where('m.number', '<', after.number)).execute()
}

export const findMessage = (tx: Tx, groupId: string, messageId: string) =>
  selectMessages(tx).where('m.id', '=', messageId).where('m.group_id', '=', groupId).executeTakeFirst()

/** Finds a message in the group and locks it until the transaction ends. */
export const lockMessage = (tx: Tx, groupId: string, messageId: string) =>
  selectMessages(tx)
    .where('m.id', '=', messageId)
    .where('m.group_id', '=', groupId)
    .forUpdate()
    .executeTakeFirst()

export const findMessageByRequestId = (tx: Tx, senderId: string, requestId: string) =>
  selectMessages(tx)
    .where('m.sender_id', '=', senderId)
    .where('m.request_id', '=', requestId)
    .executeTakeFirst()

export async function listMessagesByIds(tx: Tx, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  return selectMessages(tx)
    .where('m.id', '=', sql<string>`any (${[...ids]}::uuid[])`)
    .execute()
}

export type NewMessage = {
  readonly groupId: string
  readonly requestId: string
  readonly senderId: string
  readonly text: string
  readonly file: { readonly path: string; readonly name: string } | undefined
  readonly replyTo: string | null
  readonly mentions: readonly string[]
  readonly made: { readonly at: Date; readonly late: boolean }
}

/**
 * Inserts a message; returns undefined for a repeated request. Drops mentions of non-members, because a message from an outbox may
 * mention somebody who has left since.
 */
export const insertMessage = (tx: Tx, it: NewMessage) =>
  tx
    .insertInto('group_messages')
    .values({
      group_id: it.groupId,
      request_id: it.requestId,
      sender_id: it.senderId,
      message_text: it.text,
      file_url: it.file?.path ?? null,
      file_name: it.file?.name ?? null,
      reply_to: it.replyTo,
      mentions: sql<string[]>`array(
        select user_id from group_members
        where group_id = ${it.groupId} and user_id = any(${[...it.mentions]}::uuid[])
        order by array_position(${[...it.mentions]}::uuid[], user_id))`,
      written_at: it.made.late ? it.made.at : null,
    })
    .onConflict(conflict => conflict.columns(['sender_id', 'request_id']).doNothing())
    .returning([...columns, 'mentions'])
    .executeTakeFirst()

const changedColumns = ['id', 'group_id', 'number', 'message_text', 'edited_at', 'deleted_at'] as const

export const updateText = (tx: Tx, messageId: string, text: string) =>
  tx
    .updateTable('group_messages')
    .set({ message_text: text, edited_at: sql`now()` })
    .where('id', '=', messageId)
    .returning(changedColumns)
    .executeTakeFirstOrThrow()
export type ChangedMessageRow = Awaited<ReturnType<typeof updateText>>

/** Clears the content of a deleted message. The row stays, so that the message keeps its position in the conversation. */
export const clearMessage = (tx: Tx, messageId: string) =>
  tx
    .updateTable('group_messages')
    .set({
      message_text: '',
      mentions: [],
      file_url: null,
      file_name: null,
      deleted_at: sql`now()`,
    })
    .where('id', '=', messageId)
    .returning(changedColumns)
    .executeTakeFirstOrThrow()

/** In earlier events, which a client may still receive when it resumes. `quote` is what replies show of it now. */
export const rewriteEvents = (tx: Tx, messageId: string, quote: string) =>
  run(tx)`select rewrite_message_events(${messageId}, ${quote})`

export type ReactionRow = { message_id: string; emoji: string; count: number; mine: boolean }

export const listReactions = (tx: Tx, userId: string, messageIds: readonly string[]) =>
  many(tx)<ReactionRow>`
    select message_id, emoji, count(*) as count, bool_or(user_id = ${userId}) as mine
    from group_reactions where message_id = any(${[...messageIds]}::uuid[]) group by message_id, emoji`

/** Inserts a reaction; returns undefined if the person already has it. */
export const insertReaction = (
  tx: Tx,
  it: { groupId: string; messageId: string; userId: string; emoji: GroupReaction },
) =>
  tx
    .insertInto('group_reactions')
    .values({ group_id: it.groupId, message_id: it.messageId, user_id: it.userId, emoji: it.emoji })
    .onConflict(conflict => conflict.columns(['message_id', 'user_id', 'emoji']).doNothing())
    .returning('message_id')
    .executeTakeFirst()

/** Deletes a reaction; returns undefined if there is none. */
export const deleteReaction = (tx: Tx, messageId: string, userId: string, emoji: GroupReaction) =>
  tx
    .deleteFrom('group_reactions')
    .where('message_id', '=', messageId)
    .where('user_id', '=', userId)
    .where('emoji', '=', emoji)
    .returning('message_id')
    .executeTakeFirst()

type PersonReaction = {
  readonly groupId: string
  readonly messageId: string
  readonly number: number
  readonly emoji: GroupReaction
  readonly others: number
}

/** Lists every reaction of a person, with the number of other people who reacted to the message with the same emoji. */
export const listReactionsOfPerson = (tx: Tx, userId: string) =>
  many(tx)<PersonReaction>`
    select r.group_id as "groupId", m.id as "messageId", m.number, r.emoji,
      (select count(*) from group_reactions o
        where o.message_id = m.id and o.emoji = r.emoji and o.user_id <> r.user_id) as others
    from group_reactions r join group_messages m on m.id = r.message_id where r.user_id = ${userId}`

type ReadProgress = { number: number; isFurther: boolean; isClaimed: boolean }

/** At most to the last message. Says whether to notify the group's screens now: `claim_read_event`, at most every two seconds. */
export async function markReadUpTo(
  tx: Tx,
  groupId: string,
  userId: string,
  number: number,
): Promise<ReadProgress> {
  const row = await oneOrNone(tx)<ReadProgress>`
    with before as (select last_read from group_reads where group_id = ${groupId} and user_id = ${userId}),
      now as (
        insert into group_reads as r (group_id, user_id, last_read)
        select id, ${userId}, least(last_number, ${number}) from groups where id = ${groupId}
        on conflict (group_id, user_id) do update set last_read = greatest(r.last_read, excluded.last_read)
        returning last_read)
    select now.last_read as number, now.last_read > before.last_read as "isFurther",
      case when now.last_read > before.last_read then claim_read_event(${groupId}) end as "isClaimed"
    from now left join before on true`
  return row ?? { number: 0, isFurther: false, isClaimed: false }
}

/** Counts the members at each read position, excluding one person, furthest position first. */
export const countReads = (tx: Tx, groupId: string, excludedUserId: string) =>
  many(tx)<{ number: number; people: number }>`
    select coalesce(r.last_read, 0) as number, count(*) as people
    from group_members m left join group_reads r on r.group_id = m.group_id and r.user_id = m.user_id
    where m.group_id = ${groupId} and m.user_id <> ${excludedUserId} group by 1 order by 1 desc`

/** Lists a group's members and whether each has read all messages up to the given number. */
export const listReaders = (tx: Tx, groupId: string, number: number) =>
  many(tx)<{ user_id: string; read: boolean }>`
    select m.user_id, coalesce(r.last_read, 0) >= ${number} as read
    from group_members m left join group_reads r on r.group_id = m.group_id and r.user_id = m.user_id
    where m.group_id = ${groupId} order by m.user_id limit ${limits.groupMembersMost}`

/** Mutes or unmutes the group for the person; returns whether anything changed. */
export async function setMuted(tx: Tx, groupId: string, userId: string, muted: boolean): Promise<boolean> {
  const rows = await many(tx)`insert into group_reads as r (group_id, user_id, last_read, muted)
    select id, ${userId}, last_number, ${muted} from groups where id = ${groupId}
    on conflict (group_id, user_id) do update set muted = excluded.muted where r.muted <> excluded.muted
    returning muted`
  return rows.length > 0
}

const selectSharedFiles = (tx: Tx) =>
  tx
    .selectFrom('group_files as f')
    .leftJoin('stored_files as s', 's.path', 'f.file_url')
    .innerJoin('group_messages as m', 'm.id', 'f.message_id')
    .select(['f.id as shared_id', 'f.uploaded_by', 'f.created_at', 'm.number as message_number'])
    .select(['f.file_name', 'f.file_type', 'f.file_size'])
    .select(['s.id', 's.path', 's.name', 's.media_type', 's.size_bytes', 's.has_thumbnail'])
    .select(wireTime('f.created_at').as('created_at_exact'))

/** Lists the files shared in a group, newest first, after a cursor. Index: group_files_newest. */
export function listGroupFiles(
  tx: Tx,
  groupId: string,
  { after, limit }: PageOf<{ readonly createdAt: string; readonly id: string }>,
) {
  const query = selectSharedFiles(tx)
    .where('f.group_id', '=', groupId)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(limit)
  return (
    after === undefined
      ? query
      : query.where(sql<boolean>`(f.created_at, f.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`)
  ).execute()
}

export const findGroupFile = (tx: Tx, groupId: string, fileId: string) =>
  selectSharedFiles(tx).where('f.group_id', '=', groupId).where('s.id', '=', fileId).executeTakeFirst()

export const insertGroupFile = (
  tx: Tx,
  it: {
    groupId: string
    messageId: string
    uploadedBy: string
    path: string
    name: string
    mediaType: string
    size: number
  },
) =>
  tx
    .insertInto('group_files')
    .values({
      group_id: it.groupId,
      message_id: it.messageId,
      uploaded_by: it.uploadedBy,
      file_name: it.name,
      file_url: it.path,
      file_type: it.mediaType,
      file_size: it.size,
    })
    .execute()

export const deleteGroupFile = (tx: Tx, messageId: string) =>
  tx.deleteFrom('group_files').where('message_id', '=', messageId).execute()
