import { badgeDayEventsMost, badgeDaysDefault } from '@muster/domain/badge.ts'
import type { ZoneStatus } from '@muster/domain/zone.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, oneOrNone, run } from '../../db/rows.ts'

/** When a key that sent as many events as it may in a day can send again; null for others. */
const fullUntil = sql<Date | null>`case when events >= ${badgeDayEventsMost} and events_since > now() - interval '1 day'
  then events_since + interval '1 day' end`
const columns = ['id', 'name', 'created_at', 'last_used_at', fullUntil.as('full_until')] as const

/** Lists the keys of a zone, oldest first. Index: badge_keys_zone. */
export const listKeys = (tx: Tx, zoneId: string) =>
  tx
    .selectFrom('badge_keys')
    .select(columns)
    .where('zone_id', '=', zoneId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
export type BadgeKeyRow = Awaited<ReturnType<typeof listKeys>>[number]

/** Locks the zone, so that concurrent additions cannot exceed a limit. */
export const lockBadges = (tx: Tx, zoneId: string) =>
  run(tx)`select pg_advisory_xact_lock(hashtextextended(${`badges:${zoneId}`}, 0))`

export type NewBadgeKey = {
  readonly zoneId: string
  readonly name: string
  readonly keyHash: Buffer
  /** Made by the client, so that a repeated request adds only one key. */
  readonly requestId: string
  readonly createdBy: string
}

export const findKeyByRequest = (tx: Tx, { createdBy, requestId }: NewBadgeKey) =>
  tx
    .selectFrom('badge_keys')
    .select(columns)
    .select('zone_id')
    .where('created_by', '=', createdBy)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

/** Returns undefined if the request ID was used before, possibly in a zone that the actor can no longer see. */
export const insertKey = (tx: Tx, { zoneId, name, keyHash, requestId, createdBy }: NewBadgeKey) =>
  tx
    .insertInto('badge_keys')
    .values({ zone_id: zoneId, name, key_hash: keyHash, request_id: requestId, created_by: createdBy })
    .onConflict(it => it.columns(['created_by', 'request_id']).doNothing())
    .returning(columns)
    .returning('zone_id')
    .executeTakeFirst()

/** Replaces the key that was added with this request; returns false if it has been used. */
export async function renewLostKey(tx: Tx, { createdBy, requestId, keyHash }: NewBadgeKey): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('badge_keys')
    .set({ key_hash: keyHash })
    .where('created_by', '=', createdBy)
    .where('request_id', '=', requestId)
    .where('last_used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a key and returns its name; undefined if the zone has none with this id. */
export async function deleteKey(tx: Tx, zoneId: string, keyId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('badge_keys')
    .where('id', '=', keyId)
    .where('zone_id', '=', zoneId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Returns for how many days the zone keeps badge events. */
export async function readDays(tx: Tx, zoneId: string): Promise<number> {
  const row = await tx
    .selectFrom('badge_settings')
    .select('days')
    .where('zone_id', '=', zoneId)
    .executeTakeFirst()
  return row?.days ?? badgeDaysDefault
}

export const setDays = (tx: Tx, zoneId: string, days: number) =>
  tx
    .insertInto('badge_settings')
    .values({ zone_id: zoneId, days })
    .onConflict(conflict => conflict.column('zone_id').doUpdateSet({ days }))
    .execute()

export type BadgeSender = {
  readonly keyId: string
  readonly zoneId: string
  readonly lastUsedAt: Date | null
}

/** As the database owner: a reader must be identified before it can act. */
export const badgeKeysLookUp = {
  statement: {
    name: 'badge-keys-by-hash',
    text: `select encode(key_hash, 'hex') as hash, id as "keyId", zone_id as "zoneId", last_used_at as "lastUsedAt"
      from badge_keys where key_hash = any(array(select decode(unnest($1::text[]), 'hex')))`,
  },
  table: 'badge_keys',
  touchMs: 60_000,
  toTopic: ({ zoneId }: BadgeSender) => zoneId,
}

type SenderZone = {
  readonly status: ZoneStatus
  readonly name: string
  readonly days: number
  readonly full_until: Date | null
}

/**
 * Reads the zone of a key, when the key can send again, and for how long it keeps events; undefined if the key was removed
 * meanwhile. Key and zone stay until the transaction ends.
 */
export const lockSenderZone = (tx: OwnerTx, { keyId }: BadgeSender) =>
  oneOrNone(tx)<SenderZone>`
    select z.status, z.name, ${fullUntil} as full_until, coalesce((select s.days from badge_settings s where s.zone_id = z.id), ${badgeDaysDefault}) as days
    from badge_keys k join zones z on z.id = k.zone_id where k.id = ${keyId} for key share of k, z`

export type FullKeyRow = { readonly id: string; readonly name: string; readonly events_since: Date }

/** Counts events that a key stored. Returns the key if they are the last ones that it may send within a day. */
export async function countDayEvents(tx: Tx, keyId: string, stored: number): Promise<FullKeyRow | undefined> {
  const rows = await many(tx)<FullKeyRow & { is_full: boolean }>`
    with day as (
      select id, coalesce(events_since > now() - interval '1 day', false) as is_running from badge_keys where id = ${keyId} for no key update)
    update badge_keys k set events_since = case when day.is_running then k.events_since else now() end,
      events = case when day.is_running then k.events else 0 end + ${stored}::integer
    from day where k.id = day.id
    returning k.id, k.name, k.events_since, k.events >= ${badgeDayEventsMost} and k.events - ${stored}::integer < ${badgeDayEventsMost} as is_full`
  return rows.find(it => it.is_full)
}
