import type { ConsentStatus } from '@muster/contract/presence-word.ts'
import { decisiveAccuracyLimitM } from '@muster/domain/accuracy.ts'
import { limits } from '@muster/domain/limits.ts'
import type { TrackingSource } from '@muster/domain/presence.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { many } from '../../../db/rows.ts'

/** A span of time, from `from` (inclusive) to `to` (exclusive). */
export type Span = { readonly from: Date; readonly to: Date }

export type NameRow = { readonly first_name: string; readonly last_name: string }

export const findName = (tx: Tx, userId: string) =>
  tx
    .selectFrom('user_profiles')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst()

/** Finds the name of an accepted member; undefined for anybody else. */
export const findMemberName = (tx: Tx, zoneId: string, userId: string) =>
  tx
    .selectFrom('user_profiles as u')
    .innerJoin('zone_assignments as a', 'a.user_id', 'u.id')
    .select(['u.first_name', 'u.last_name'])
    .where('u.id', '=', userId)
    .where('a.zone_id', '=', zoneId)
    .where('a.accepted_at', 'is not', null)
    .executeTakeFirst()

/** `unasked` if they have not decided, have no row in the zone, or row-level security hides the row from the actor. */
export async function findConsent(tx: Tx, zoneId: string, userId: string): Promise<ConsentStatus> {
  const row = await tx
    .selectFrom('presence_tracking')
    .select('consent')
    .where('zone_id', '=', zoneId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (row?.consent as ConsentStatus | null | undefined) ?? 'unasked'
}

/** True if a reading is too inaccurate to decide on which side of the edge it lies (`isVague` in the domain). */
export const isVague = (table: string) =>
  sql<boolean>`(not ${sql.ref(`${table}.certain`)} and coalesce(${sql.ref(`${table}.accuracy_meters`)}, 0) > ${decisiveAccuracyLimitM})`

export type DayReadingRow = {
  id: string
  at_ms: number
  at_exact: string
  latitude: number
  longitude: number
  accuracy_meters: number | null
  inside: boolean
  source: TrackingSource
  mock: boolean
  vague: boolean
}

/**
 * By effective time: the device's, but never later than the server's. Index: position_checks_person; its partitions are by
 * `captured_at`, up to a day ahead by a fast clock.
 */
export const listDayReadings = (
  tx: Tx,
  { zoneId, userId }: { readonly zoneId: string; readonly userId: string },
  { from, to }: Span,
  { after, limit }: { after: { at: string; id: string } | undefined; limit: number },
) =>
  many(tx)<DayReadingRow>`
    select id, extract(epoch from least(captured_at, received_at))::float8 * 1000 as at_ms,
      wire_time(least(captured_at, received_at)) as at_exact, latitude, longitude, accuracy_meters, inside, source,
      coalesce(mock, false) as mock, ${isVague('position_checks')} as vague
    from position_checks
    where user_id = ${userId} and zone_id = ${zoneId}
      and captured_at >= ${from} and captured_at < ${to}::timestamptz + interval '1 day'
      and least(captured_at, received_at) >= ${after?.at ?? from}::timestamptz and least(captured_at, received_at) < ${to}
      and (${after === undefined}
        or (least(captured_at, received_at), id) > (${after?.at ?? from}::timestamptz, ${after?.id ?? null}::uuid))
    order by least(captured_at, received_at), id limit ${limit}`

/** Lists a person's visits to a zone that overlap the span. Index: presence_history_user. */
export const listDayVisits = (tx: Tx, zoneId: string, userId: string, { from, to }: Span) =>
  tx
    .selectFrom('presence_history')
    .select(['entry_time', 'exit_time'])
    .where('zone_id', '=', zoneId)
    .where('user_id', '=', userId)
    .where('entry_time', '<', to)
    .where(eb => eb.or([eb('exit_time', 'is', null), eb('exit_time', '>', from)]))
    .orderBy('entry_time')
    .limit(limits.dayVisitsMost)
    .execute()
