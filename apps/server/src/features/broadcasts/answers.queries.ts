import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { toDisplayName } from '../../db/person-names.ts'
import { many, oneOrNone } from '../../db/rows.ts'

/** Returns false if they have already seen or answered it, or it is not addressed to them or could not reach them. */
export async function markSeen(tx: Tx, userId: string, broadcastId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('broadcast_recipients')
    .set({ state: 'seen', changed_at: sql`now()` })
    .where('broadcast_id', '=', broadcastId)
    .where('user_id', '=', userId)
    .where('state', 'in', ['queued', 'delivered', 'pushed'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type BroadcastAnswer = { userId: string; broadcastId: string; answer: string; at: Date }

/** Returns undefined if a later answer exists, or the broadcast is not addressed to the person or could not reach them. */
export async function setAnswer(
  tx: Tx,
  { userId, broadcastId, answer, at }: BroadcastAnswer,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('broadcast_recipients')
    .set({ state: 'answered', answer, changed_at: at })
    .where('broadcast_id', '=', broadcastId)
    .where('user_id', '=', userId)
    .where('state', '<>', 'unreachable')
    .where(eb => eb.or([eb('state', '<>', 'answered'), eb('changed_at', '<=', at)]))
    .returning('answer')
    .executeTakeFirst()
  return row?.answer ?? undefined
}

/** Returns the person's current answer; undefined if there is none. */
export async function findAnswer(
  tx: Tx,
  { userId, broadcastId }: Pick<BroadcastAnswer, 'userId' | 'broadcastId'>,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('broadcast_recipients')
    .select('answer')
    .where('broadcast_id', '=', broadcastId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.answer ?? undefined
}

type ZoneHelpers = { zone_id: string | null; user_ids: string[] }

/** By zone: the people who may see the zone's people, and the sender if they see all zones. */
export const listHelpers = (tx: Tx, broadcastId: string, userId: string) =>
  many(tx)<ZoneHelpers>`select * from helpers_of(${broadcastId}, ${userId})`

/**
 * Lists the people who have an alert about a recipient's answer, by zone, whether the answer called for help, and whether nobody has
 * handled the call.
 */
export const listAlertedHelpers = (tx: Tx, broadcastId: string, userId: string) =>
  many(tx)<
    ZoneHelpers & { called: boolean; open: boolean }
  >`select * from alerted_helpers(${broadcastId}, ${userId})`

/** Returns the person's name as shown to others. The actor can read only their own name; the database owner can read anybody's. */
export async function readName(tx: Tx, userId: string): Promise<string> {
  const row = await oneOrNone(tx)<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from user_profiles where id = ${userId}`
  return toDisplayName(row?.name ?? '')
}
