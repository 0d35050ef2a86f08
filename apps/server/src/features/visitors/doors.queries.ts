import {
  kioskCodeMs,
  posterDayMost,
  type VisitDoor,
  visitKeptDays,
  visitNamesMost,
} from '@muster/domain/visitor.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, oneOrNone, run } from '../../db/rows.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'

/** Where a kiosk or poster stands. */
export type PlaceRow = {
  readonly zone_id: string
  readonly zone_name: string
  readonly notice: string
  readonly notice_version: number
  /** Null at a poster. */
  readonly kiosk_id: string | null
  /** True for a kiosk that asks for the number of a badge. */
  readonly asks_badge: boolean
  /** Maximum sign-ins with the poster in a day. */
  readonly poster_day_most: number
  readonly poster_made_at: Date | null
}

const placeColumns = sql`z.id as zone_id, z.name as zone_name, coalesce(s.notice, '') as notice,
  coalesce(s.notice_version, 0) as notice_version, coalesce(s.poster_day_most, ${posterDayMost.usual}) as poster_day_most, s.poster_made_at`

/** By the hash of its token; undefined for a closed kiosk, an old poster and a zone that is not active. */
export async function findPlace(
  tx: OwnerTx,
  door: VisitDoor,
  tokenHash: string,
): Promise<PlaceRow | undefined> {
  return door === 'kiosk'
    ? oneOrNone(tx)<PlaceRow>`
          select ${placeColumns}, k.id as kiosk_id, coalesce(s.asks_badge, false) as asks_badge from visitor_kiosks k join zones z on z.id = k.zone_id
            left join visitor_settings s on s.zone_id = z.id
          where k.token_hash = ${tokenHash} and z.status = 'active'`
    : oneOrNone(tx)<PlaceRow>`
          select ${placeColumns}, null::uuid as kiosk_id, false as asks_badge from visitor_settings s join zones z on z.id = s.zone_id
          where s.poster_hash = ${tokenHash} and z.status = 'active'`
}

/** Records that a kiosk is alive, at most once a minute. */
export const noteKioskSeen = (tx: OwnerTx, tokenHash: string) =>
  run(tx)`update visitor_kiosks set last_seen_at = now()
    where token_hash = ${tokenHash} and (last_seen_at is null or last_seen_at < now() - interval '1 minute')`

export type KioskRow = {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly started_at: Date | null
  readonly code_expires_at: Date | null
  readonly last_seen_at: Date | null
  /** Visitors who signed in there and are here. */
  readonly visitors: number
}

/** Lists the kiosks of a zone: the running ones, and codes that still work. */
export const listKiosks = (tx: Tx, zoneId: string, limit: number) =>
  many(tx)<KioskRow>`
    select id, name, created_at, started_at, code_expires_at, last_seen_at,
      (select count(*)::integer from visitor_visits v where v.zone_id = k.zone_id and v.kiosk_id = k.id and v.way = 'kiosk'
        and v.signed_in_at is not null and v.signed_out_at is null) as visitors
    from visitor_kiosks k
    where zone_id = ${zoneId} and (started_at is not null or code_expires_at > now())
    order by created_at desc, id desc limit ${limit}`

export const insertKiosk = (
  tx: Tx,
  { zoneId, name, codeHash, openedBy }: { zoneId: string; name: string; codeHash: string; openedBy: string },
) =>
  tx
    .insertInto('visitor_kiosks')
    .values({
      zone_id: zoneId,
      name,
      code_hash: codeHash,
      code_expires_at: sql<Date>`now() + ${kioskCodeMs}::float8 * interval '1 ms'`,
      opened_by: openedBy,
    })
    .returning(['id', 'code_expires_at'])
    .executeTakeFirstOrThrow()

/** Exchanges a valid code for a token; undefined if the code is unknown, used or expired. */
export const startKiosk = (tx: Tx, codeHash: string, tokenHash: string) =>
  oneOrNone(tx)<{ zone_id: string; zone_name: string; name: string }>`
    update visitor_kiosks k set token_hash = ${tokenHash}, code_hash = null, code_expires_at = null, started_at = now(), last_seen_at = now()
    from zones z where z.id = k.zone_id and z.status = 'active' and k.code_hash = ${codeHash} and k.code_expires_at > now()
    returning k.zone_id, z.name as zone_name, k.name`

export async function deleteKiosk(tx: Tx, zoneId: string, kioskId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('visitor_kiosks')
    .where('zone_id', '=', zoneId)
    .where('id', '=', kioskId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type SettingsRow = {
  readonly notice: string
  readonly notice_version: number
  readonly kept_days: number
  readonly asks_badge: boolean
  readonly poster_day_most: number
  readonly poster_made_at: Date | null
  /** Visitors who signed in with a poster and are here. */
  readonly poster_visitors: number
}

const usualSettings: SettingsRow = {
  notice: '',
  notice_version: 0,
  kept_days: visitKeptDays.usual,
  asks_badge: false,
  poster_day_most: posterDayMost.usual,
  poster_made_at: null,
  poster_visitors: 0,
}

export async function readSettings(tx: Tx, zoneId: string): Promise<SettingsRow> {
  const row = await oneOrNone(tx)<SettingsRow>`
    select notice, notice_version, kept_days, asks_badge, poster_day_most, poster_made_at,
      (select count(*)::integer from visitor_visits v where v.zone_id = ${zoneId} and v.way = 'poster'
        and v.signed_in_at is not null and v.signed_out_at is null) as poster_visitors
    from visitor_settings where zone_id = ${zoneId}`
  return row ?? usualSettings
}

type SettingsForm = {
  readonly notice: string
  readonly keptDays: number
  readonly asksBadge?: boolean | undefined
  readonly posterDayMost?: number | undefined
}

/**
 * Stores the settings; a changed notice gets the next version. A longer time brings back no visits, so reports learn since when they are
 * stored.
 */
export const writeSettings = (
  tx: Tx,
  zoneId: string,
  { notice, keptDays, asksBadge, posterDayMost: dayMost }: SettingsForm,
) =>
  run(tx)`
    insert into visitor_settings (zone_id, notice, notice_version, kept_days, asks_badge, poster_day_most, stored_since)
    values (${zoneId}, ${notice}, ${notice === '' ? 0 : 1}, ${keptDays}, ${asksBadge ?? false}, ${dayMost ?? posterDayMost.usual},
      case when ${keptDays > visitKeptDays.usual} then now() - ${visitKeptDays.usual} * interval '1 day' end)
    on conflict (zone_id) do update set notice = excluded.notice, kept_days = excluded.kept_days,
      asks_badge = coalesce(${asksBadge ?? null}::boolean, visitor_settings.asks_badge),
      poster_day_most = coalesce(${dayMost ?? null}::integer, visitor_settings.poster_day_most),
      stored_since = case when excluded.kept_days > visitor_settings.kept_days
        then greatest(visitor_settings.stored_since, now() - visitor_settings.kept_days * interval '1 day')
        else visitor_settings.stored_since end,
      notice_version = visitor_settings.notice_version + (visitor_settings.notice <> excluded.notice)::integer`

export const replacePoster = (tx: Tx, zoneId: string, posterHash: string) =>
  run(tx)`
    insert into visitor_settings (zone_id, poster_hash, poster_made_at) values (${zoneId}, ${posterHash}, now())
    on conflict (zone_id) do update set poster_hash = ${posterHash}, poster_made_at = now()`

/** Finds members whose name, or a word of it, begins with the text. */
export async function findHosts(
  tx: Tx,
  zoneId: string,
  search: string,
): Promise<{ id: string; name: string }[]> {
  const start = `${escapeLikePattern(search)}%`
  return many(tx)<{ id: string; name: string }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name
    from zone_assignments a join user_profiles u on u.id = a.user_id
    where a.zone_id = ${zoneId} and a.accepted_at is not null and u.status = 'active'
      and (trim(u.first_name || ' ' || u.last_name) ilike ${start} or u.last_name ilike ${start})
    order by 2, 1 limit ${visitNamesMost}`
}

/** Reads the name of a member of the zone; undefined for anybody else. */
export async function findHostName(tx: Tx, zoneId: string, hostId: string): Promise<string | undefined> {
  const row = await oneOrNone(tx)<{ name: string }>`
    select trim(u.first_name || ' ' || u.last_name) as name from zone_assignments a join user_profiles u on u.id = a.user_id
    where a.zone_id = ${zoneId} and a.user_id = ${hostId} and a.accepted_at is not null and u.status = 'active'`
  return row?.name
}

export type OwnVisitRow = {
  readonly id: string
  readonly zone_id: string
  readonly zone_name: string
  readonly host_id: string | null
  readonly name: string
  readonly signed_in_at: Date
  readonly signed_out_at: Date | null
  readonly ended: string | null
}

/** Finds a visit by the hash of its visitor's token. */
export const findOwnVisit = (tx: Tx, tokenHash: string) =>
  oneOrNone(tx)<OwnVisitRow>`
    select v.id, v.zone_id, z.name as zone_name, v.host_id, v.name, v.signed_in_at, v.signed_out_at, v.ended
    from visitor_visits v join zones z on z.id = v.zone_id
    where v.token_hash = ${tokenHash} and v.signed_in_at is not null`
