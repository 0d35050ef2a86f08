import { maxPushDevices } from '@muster/domain/push.ts'
import type pg from 'pg'
import type { Actor } from '../../db/actor.ts'
import type { OwnerTx, Tx } from '../../db/database.ts'

/** The data of a subscription that sending needs. */
export type SubscriptionRow = {
  readonly id: string
  readonly user_id: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}
const sendColumns = ['s.id', 's.user_id', 's.endpoint', 's.p256dh', 's.auth'] as const

export type DeviceRow = {
  readonly id: string
  readonly session_id: string
  readonly user_agent: string
  readonly created_at: Date
  readonly last_sent_at: Date | null
}
const deviceColumns = ['id', 'session_id', 'user_agent', 'created_at', 'last_sent_at'] as const

/** Lists the actor's own devices, newest first; row-level security hides all others. */
export const listDevices = (tx: Tx): Promise<DeviceRow[]> =>
  tx.selectFrom('push_subscriptions').select(deviceColumns).orderBy('id', 'desc').execute()

/** Locks the actor's profile until the transaction ends, so that concurrent subscriptions cannot exceed the limit. */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('user_profiles').select('id').where('id', '=', userId).forUpdate().execute()
}

export type NewSubscription = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export const findSameSubscription = (
  tx: Tx,
  { sessionId }: Actor,
  { endpoint, p256dh, auth }: NewSubscription,
): Promise<DeviceRow | undefined> =>
  tx
    .selectFrom('push_subscriptions')
    .select(deviceColumns)
    .where('session_id', '=', sessionId)
    .where('endpoint', '=', endpoint)
    .where('p256dh', '=', p256dh)
    .where('auth', '=', auth)
    .executeTakeFirst()

/** Inserts a subscription; a trigger removes the ones it replaces. */
export const insertSubscription = (
  tx: Tx,
  { userId, sessionId }: Actor,
  subscription: NewSubscription,
  userAgent: string,
): Promise<DeviceRow> =>
  tx
    .insertInto('push_subscriptions')
    .values({ user_id: userId, session_id: sessionId, ...subscription, user_agent: userAgent })
    .returning(deviceColumns)
    .executeTakeFirstOrThrow()

/** Deletes a device; returns false if the actor has none with this id. */
export async function deleteDevice(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('push_subscriptions').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export const findOwnSubscription = (tx: Tx, id: string): Promise<SubscriptionRow | undefined> =>
  tx.selectFrom('push_subscriptions as s').select(sendColumns).where('s.id', '=', id).executeTakeFirst()

/** Lists the actor's own subscriptions with the data for sending, newest first; row-level security hides all others. */
export const listOwnSubscriptions = (
  tx: Tx,
): Promise<(SubscriptionRow & { readonly user_agent: string })[]> =>
  tx
    .selectFrom('push_subscriptions as s')
    .select([...sendColumns, 's.user_agent'])
    .orderBy('s.id', 'desc')
    .limit(maxPushDevices)
    .execute()

/** Requires the database owner role, because the subscriptions do not belong to the actor. */
export const listSubscriptions = (tx: Tx, userIds: readonly string[]): Promise<SubscriptionRow[]> =>
  tx
    .selectFrom('push_subscriptions as s')
    .innerJoin('auth.sessions as session', 'session.id', 's.session_id')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .select(sendColumns)
    .where(({ eb, fn }) => eb('s.user_id', '=', fn.any(eb.val(userIds))))
    .where('session.expires_at', '>', ({ fn }) => fn('now'))
    .where('p.status', '=', 'active')
    .orderBy('s.id')
    .execute()

/** Removes all subscriptions, because none of them works with a new key pair. */
export async function deleteAllSubscriptions(tx: OwnerTx): Promise<void> {
  await tx.deleteFrom('push_subscriptions').execute()
}

/** Records that a push service accepted a notification, at most once a minute. */
export async function noteSent(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `update push_subscriptions set last_sent_at = now()
     where id = $1 and (last_sent_at is null or last_sent_at < now() - interval '1 minute')`,
    [id],
  )
}

/** Removes a subscription that the push service no longer knows, unless it has been replaced in the meantime. */
export async function deleteExpiredSubscription(
  pool: pg.Pool,
  { id, endpoint }: SubscriptionRow,
): Promise<void> {
  await pool.query('delete from push_subscriptions where id = $1 and endpoint = $2', [id, endpoint])
}
