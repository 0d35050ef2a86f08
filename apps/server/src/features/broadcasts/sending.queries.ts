import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, run } from '../../db/rows.ts'
import type { AlertedBroadcast } from './broadcasts.alerts.ts'

const MAX_DUE_BROADCASTS = 20

async function readSingle<T>(tx: Tx, query: ReturnType<typeof sql<{ it: T }>>): Promise<T | undefined> {
  return (await query.execute(tx)).rows[0]?.it
}

/** Freezes the recipients of a broadcast that the actor wrote; returns their number. */
export const sendBroadcast = async (tx: Tx, broadcastId: string): Promise<number> =>
  (await readSingle(tx, sql<{ it: number }>`select send_broadcast(${broadcastId}) as it`)) ?? 0

export const freezeRecipients = (tx: Tx, broadcastId: string) =>
  run(tx)`select release_broadcast(${broadcastId})`

export type DueBroadcast = AlertedBroadcast & {
  readonly sender_id: string | null
  /** False if all its target groups were deleted. */
  readonly has_groups: boolean
  readonly has_sender: boolean
  readonly may_send: boolean
}

/** Locks those no other node has locked, and returns the facts that decide whether each can be sent. Index: broadcasts_due. */
export const lockDueBroadcasts = (tx: Tx) =>
  many(tx)<DueBroadcast>`
    select b.id, b.zone_id, b.sender_id, b.title, b.message, b.priority,
      cardinality(b.target_groups) = 0 or exists (select from groups g where g.id = any(b.target_groups)) as has_groups,
      exists (select from user_profiles u where u.id = b.sender_id and u.status = 'active') as has_sender,
      (b.zone_id is null or exists (select from zones z where z.id = b.zone_id and z.status = 'active')) and exists (
        select from user_profiles u where u.id = b.sender_id and (
          exists (select from role_permissions p where p.role = u.role and p.permission = 'broadcast')
            and exists (select from role_permissions p where p.role = u.role and p.permission = 'view_all_zones')
          or exists (select from members_with('broadcast') a
            where a.user_id = u.id and a.zone_id = b.zone_id and a.accepted_at is not null))) as may_send
    from broadcasts b where b.state = 'scheduled' and b.send_at <= now()
    order by b.send_at limit ${MAX_DUE_BROADCASTS} for update of b skip locked`

/** Recalls a scheduled broadcast; returns false if it is no longer scheduled. */
export async function recallBroadcast(tx: Tx, broadcastId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('broadcasts')
    .set({ state: 'recalled' })
    .where('id', '=', broadcastId)
    .where('state', '=', 'scheduled')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const recallScheduledBy = (tx: Tx, senderId: string) =>
  tx
    .updateTable('broadcasts')
    .set({ state: 'recalled' })
    .where('sender_id', '=', senderId)
    .where('state', '=', 'scheduled')
    .returning(['id', 'zone_id', 'sender_id', 'title', 'priority', 'state'])
    .execute()

/** Returns the number of people it reaches; null if the broadcast was not sent, or the last reminder is less than a minute old. */
export const recordReminder = async (tx: Tx, broadcastId: string): Promise<number | null> =>
  (await readSingle(tx, sql<{ it: number | null }>`select remind_broadcast(${broadcastId}) as it`)) ?? null

/** Ends an urgent question; returns false if it is not open. */
export const endQuestion = async (tx: Tx, broadcastId: string): Promise<boolean> =>
  (await readSingle(tx, sql<{ it: boolean }>`select end_question(${broadcastId}) as it`)) ?? false

/** Marks as unreachable the recipients who left the zone or lost their account before the broadcast reached them. */
export const recordUnreachable = (tx: OwnerTx) =>
  run(tx)`update broadcast_recipients r set state = 'unreachable', changed_at = now(),
    reason = case when exists (select from user_profiles u where u.id = r.user_id and u.status = 'active')
      then ${'No longer a member of the zone'} else ${'The account is not active'} end
    where r.state = 'queued'
      and not exists (select from alert_orders o where o.source = 'broadcast:' || r.broadcast_id)
      and not exists (
        select from user_alerts a where a.user_id = r.user_id and a.source = 'broadcast:' || r.broadcast_id)`
