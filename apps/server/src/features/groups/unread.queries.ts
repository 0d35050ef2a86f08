import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import type { AlertedGroup, NewestMessage } from './groups.alerts.ts'

/** The people in a group who have `messages` unread messages. */
export type UnreadRow = {
  readonly groupId: string
  readonly messages: number
  readonly people: readonly string[]
}

/** True for groups with a message in the last day; older messages raise no new alerts. Index: groups_last_message. */
const isRecent = sql`g.last_message_at > now() - interval '1 day'`

/** Marks newer messages as alerted for people who have not yet read everything they were alerted about; returns these people. */
export const markFurtherUnread = (tx: Tx) =>
  many(tx)<UnreadRow>`
    with further as (
      update group_reads r set alerted = g.last_number from groups g
      where g.id = r.group_id and ${isRecent} and not r.muted and r.alerted > r.last_read and r.alerted < g.last_number
      returning r.group_id, r.user_id, g.last_number - r.last_read as messages)
    select group_id as "groupId", messages, array_agg(user_id) as people from further group by group_id, messages`

/**
 * Marks messages as alerted for members who had read everything they were alerted about, but have since left a message unread for
 * more than `minAgeMs` milliseconds; returns these members.
 */
export const markNewlyUnread = (tx: Tx, minAgeMs: number) =>
  many(tx)<UnreadRow>`
    with behind as (
      update group_reads r set alerted = g.last_number
      from groups g, group_messages first_unread, group_members m
      where g.id = r.group_id and ${isRecent} and g.last_number > r.last_read and not r.muted and r.alerted <= r.last_read
        and m.group_id = r.group_id and m.user_id = r.user_id
        and first_unread.group_id = r.group_id and first_unread.number = r.last_read + 1
        and first_unread.created_at < now() - ${minAgeMs}::float8 * interval '1 ms'
      returning r.group_id, r.user_id, g.last_number - r.last_read as messages)
    select group_id as "groupId", messages, array_agg(user_id) as people from behind group by group_id, messages`

export type UnreadGroup = AlertedGroup & { readonly newest: NewestMessage | null }

/** Reads groups, keyed by id, each with its newest message that was not deleted. */
export async function listUnreadGroups(
  tx: Tx,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, UnreadGroup>> {
  if (groupIds.length === 0) return new Map()
  const rows = await many(tx)<UnreadGroup>`
    select g.id, g.name, g.zone_id as "zoneId", (
      select jsonb_build_object('text', m.message_text, 'fileName', m.file_name,
        'senderName', (select trim(u.first_name || ' ' || u.last_name) from user_profiles u where u.id = m.sender_id))
      from group_messages m where m.group_id = g.id and m.deleted_at is null order by m.number desc limit 1) as newest
    from groups g where g.id = any(${[...new Set(groupIds)]}::uuid[])`
  return new Map(rows.map(row => [row.id, row]))
}
