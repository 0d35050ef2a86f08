import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import type { Role } from '@muster/domain/role.ts'
import type { TrackerApp, UnusedReason } from '@muster/domain/tracker.ts'
import type pg from 'pg'
import type { Tx } from '../../db/database.ts'

/** Hashes a tracker's token for storage, so that a copy of the table or a backup does not allow sending anybody's positions. */
export const trackerHash = (token: string): Buffer => Buffer.from(hash('sha256', token, 'hex'), 'hex')

export type TrackerRow = {
  id: string
  name: string
  app: TrackerApp
  created_at: Date
  last_used_at: Date | null
  unused_reason: UnusedReason | null
  unused_at: Date | null
  later_used: boolean
}

const columns = [
  'id',
  'name',
  'app',
  'created_at',
  'last_used_at',
  'unused_reason',
  'unused_at',
  'later_used',
] as const

/** The actor's own trackers; row-level security shows no others. */
export async function listTrackers(tx: Tx): Promise<TrackerRow[]> {
  const rows = await tx.selectFrom('trackers').select(columns).orderBy('created_at', 'desc').execute()
  return rows as TrackerRow[]
}

/** Locks the actor's row until the transaction ends, so that concurrent additions are counted one after the other. */
export async function lockOwner(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('user_profiles').select('id').where('id', '=', userId).forUpdate().execute()
}

export type NewTracker = {
  readonly userId: string
  /** Created by the client, so that a repeated request adds only one; it is not the row's id. */
  readonly requestId: string
  readonly name: string
  readonly app: TrackerApp
  readonly tokenHash: Buffer
}

/** The actor's tracker added by this request; undefined if there is none. */
export async function findRequested(tx: Tx, requestId: string): Promise<TrackerRow | undefined> {
  const row = await tx
    .selectFrom('trackers')
    .select(columns)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row as TrackerRow | undefined
}

/** Replaces the token of the tracker added by this request; false if the previous one was used. */
export async function renewLostToken(tx: Tx, { userId, requestId, tokenHash }: NewTracker): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('trackers')
    .set({ token_hash: tokenHash })
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .where('last_used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertTracker(tx: Tx, tracker: NewTracker): Promise<TrackerRow> {
  const { userId, name, app, tokenHash, requestId } = tracker
  const row = await tx
    .insertInto('trackers')
    .values({ user_id: userId, name, app, token_hash: tokenHash, request_id: requestId })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return row as TrackerRow
}

/** Deletes a tracker and returns its name; undefined if the actor has none with this id. */
export async function deleteTracker(tx: Tx, trackerId: string): Promise<string | undefined> {
  const row = await tx.deleteFrom('trackers').where('id', '=', trackerId).returning('name').executeTakeFirst()
  return row?.name
}

export type TrackerOwner = {
  readonly trackerId: string
  readonly userId: string
  readonly role: Role
  readonly lastUsedAt: Date | null
  /** The time of the last unused message, and whether a later one was used. */
  unusedAt: Date | null
  laterUsed: boolean
}

/**
 * The active owners and their trackers by the hash (hexadecimal) of their tokens. Reads as the database owner, because a person
 * must be identified before they can act.
 */
export async function findTrackers(
  pool: pg.Pool,
  hashes: readonly string[],
): Promise<Map<string, TrackerOwner>> {
  const { rows } = await pool.query<TrackerOwner & { hash: Buffer }>({
    name: 'trackers-by-token',
    text: `select t.token_hash as hash, t.id as "trackerId", t.user_id as "userId", t.last_used_at as "lastUsedAt",
        t.unused_at as "unusedAt", t.later_used as "laterUsed", p.role
      from trackers t join user_profiles p on p.id = t.user_id
      where t.token_hash = any($1) and p.status = 'active'`,
    values: [hashes.map(it => Buffer.from(it, 'hex'))],
  })
  return new Map(rows.map(({ hash, ...owner }) => [hash.toString('hex'), owner]))
}

export async function touchTracker(pool: pg.Pool, trackerId: string): Promise<void> {
  await pool.query('update trackers set last_used_at = now() where id = $1', [trackerId])
}

/** Records an unused message; `laterUsed` if others in the same request were used. */
export async function noteUnused(
  pool: pg.Pool,
  trackerId: string,
  reason: UnusedReason,
  laterUsed: boolean,
): Promise<void> {
  await pool.query(
    'update trackers set unused_reason = $2, unused_at = now(), later_used = $3, last_used_at = now() where id = $1',
    [trackerId, reason, laterUsed],
  )
}

/** Records a used message after an unused one. */
export async function noteLaterUsed(pool: pg.Pool, trackerId: string): Promise<void> {
  await pool.query(
    'update trackers set later_used = true, last_used_at = now() where id = $1 and not later_used',
    [trackerId],
  )
}
