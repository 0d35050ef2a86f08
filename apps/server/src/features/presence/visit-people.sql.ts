import { limits } from '@muster/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'

/** Name and roles are null for an internal admin hidden from members, because an internal admin has no assignment. */
export type VisitPersonRow = {
  user_id: string
  first_name: string | null
  last_name: string | null
  global_role: string | null
  zone_role: string | null
}

/** The columns for names and roles, from the joins of `joinPeople`. */
export const personColumns = sql`u.first_name, u.last_name, u.role as global_role, a.role as zone_role`

/** Joins the people that the rows of `table` belong to: visits (`h`) or states (`p`). */
const joinPeople = (table: 'h' | 'p') => {
  const tableRef = sql.ref(table)
  return sql`left join user_profiles u on u.id = ${tableRef}.user_id
    left join zone_assignments a on a.user_id = ${tableRef}.user_id and a.zone_id = ${tableRef}.zone_id`
}
export const joinVisitPeople = joinPeople('h')
export const joinStatePeople = joinPeople('p')

/**
 * A former member's visits (`h`) are visible only to that person. A subquery per row: a plan that begins with the people would sort
 * the whole range for every page.
 */
export const hasStateInZone = sql`(select true from presence_tracking p where p.user_id = h.user_id and p.zone_id = h.zone_id)`

/** Limits visits (`h`) to the retention period, as the cleanup does. Older visits are hidden even before they are removed. */
export const visitedSince = (since: Date) => sql<boolean>`(h.exit_time is null or h.exit_time >= ${since})`

/** The time of the person's last reading during an open visit (`h`); null for a visit that has ended. */
export const lastSeenInVisit = sql<Date | null>`case when h.exit_time is null then greatest(h.entry_time,
  (select p.captured_at from presence_tracking p where p.user_id = h.user_id and p.zone_id = h.zone_id)) end`

/**
 * For a visit `h`, like the domain's `toStayStatus`: open visits extend to now only while seen. `lastSeenAt` is `lastSeenInVisit`.
 */
export const knownUntil = (lastSeenAt: RawBuilder<unknown>) => sql<Date>`coalesce(h.exit_time,
  case when ${isUnseen(lastSeenAt)} then ${lastSeenAt} else now() end)`

/** True if the last reading is older than the freshness limit. */
export const isUnseen = (lastSeenAt: RawBuilder<unknown>) =>
  sql<boolean>`(${lastSeenAt} < now() - ${limits.presenceStaleMs}::float8 * interval '1 ms')`
