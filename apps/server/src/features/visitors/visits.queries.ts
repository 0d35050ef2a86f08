import type { VisitState, VisitWay } from '@muster/domain/visitor.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one } from '../../db/rows.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type VisitRow = {
  id: string
  zone_id: string
  host_id: string | null
  host_name: string
  name: string
  company: string
  phone: string
  badge: string
  way: string
  expected_day: string | null
  notice_version: number | null
  notice_accepted_at: Date | null
  signed_in_at: Date | null
  signed_out_at: Date | null
  ended: string | null
  /** The time by which the list is sorted, exactly. */
  at_exact: string
}

const columns = sql`v.id, v.zone_id, v.host_id, v.host_name, v.name, v.company, v.phone, v.badge, v.way, v.expected_on::text as expected_day,
  v.notice_version, v.notice_accepted_at, v.signed_in_at, v.signed_out_at, v.ended`

/** The condition of each list. Expected visits of days that are over are not listed. */
const lists: Record<VisitState, (today: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  inside: () => sql`v.signed_in_at is not null and v.signed_out_at is null`,
  expected: today => sql`v.signed_in_at is null and v.expected_on >= ${today}`,
  past: () => sql`v.signed_out_at is not null`,
}
const sortTimes: Record<VisitState, RawBuilder<unknown>> = {
  inside: sql`v.signed_in_at`,
  expected: sql`(v.expected_on::timestamp at time zone 'UTC')`,
  past: sql`v.signed_out_at`,
}

export const zoneToday = (zoneId: string, timeZone: string) =>
  sql`local_day(now(), zone_time_zone(${zoneId}::uuid, ${timeZone}))`

type Matching = { readonly way?: VisitWay | undefined; readonly search?: string | undefined }

/** The condition for visits that came in one way, with a text in name or company. */
export function matching({ way, search }: Matching): RawBuilder<unknown> {
  const pattern = search && `%${escapeLikePattern(search)}%`
  return sql`${way ? sql`and v.way = ${way}` : sql``}
    ${pattern ? sql`and (v.name ilike ${pattern} or v.company ilike ${pattern})` : sql``}`
}

export type VisitFilter = Matching & {
  readonly zoneId: string
  readonly state: VisitState
  /** The installation's time zone. */
  readonly timeZone: string
}

/** Lists visits that the actor may see: expected ones by day, all others newest first. Indexes: visitor_visits_inside, _expected, _past. */
export async function listVisits(
  tx: Tx,
  { zoneId, state, way, search, timeZone }: VisitFilter,
  { after, limit }: PageOf<{ at: string; id: string }>,
): Promise<VisitRow[]> {
  const at = sortTimes[state]
  const [order, sign] = state === 'expected' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  return many(tx)<VisitRow>`
    select ${columns}, wire_time(${at}) as at_exact from visitor_visits v
    where v.zone_id = ${zoneId} and ${lists[state](zoneToday(zoneId, timeZone))}
      ${matching({ way, search })}
      ${after ? sql`and (${at}, v.id) ${sign} (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by ${at} ${order}, v.id ${order} limit ${limit}`
}

/** Counts the visits of each list that the actor may see. */
export async function countVisits(
  tx: Tx,
  { zoneId, timeZone, ...matches }: Omit<VisitFilter, 'state'>,
): Promise<Record<VisitState, number>> {
  const row = await one(tx)<Record<VisitState, string>>`
    select count(*) filter (where ${lists.inside(sql``)}) as inside,
      count(*) filter (where ${lists.expected(zoneToday(zoneId, timeZone))}) as expected,
      count(*) filter (where ${lists.past(sql``)}) as past
    from visitor_visits v where v.zone_id = ${zoneId} ${matching(matches)}`
  const { inside, expected, past } = row
  return { inside: Number(inside), expected: Number(expected), past: Number(past) }
}

/** Lists the visits that began on some days of the zone, oldest first, at most `limit`. Index: visitor_visits_day. */
export async function listVisitsBetween(
  tx: Tx,
  { zoneId, from, to, timeZone }: { zoneId: string; from: string; to: string; timeZone: string },
  limit: number,
): Promise<(VisitRow & { host: string })[]> {
  const start = (day: RawBuilder<unknown>) =>
    sql`(${day})::timestamp at time zone zone_time_zone(${zoneId}::uuid, ${timeZone})`
  return many(tx)<VisitRow & { host: string }>`
    select ${columns}, '' as at_exact from visitor_visits v
    where v.zone_id = ${zoneId} and v.signed_in_at >= ${start(sql`${from}::date`)}
      and v.signed_in_at < ${start(sql`${to}::date + 1`)}
    order by v.signed_in_at, v.id limit ${limit}`
}
