import { limits } from '@muster/domain/limits.ts'
import type { PersonalDataKind } from '@muster/domain/personal-data.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type LocationViewRow = {
  key: string
  first_name: string | null
  last_name: string | null
  role: string | null
  kind: string
  zone_id: string | null
  zone_name: string | null
  whole_zone: boolean
  /** The day whose data was viewed, as logged; null for live views. */
  day: string | null
  times: number
  last_at: Date
  last_at_exact: string
}

/**
 * By viewer, kind, zone, day and hour. Requires the database owner role, because requests cannot read the log. Zone views count from
 * acceptance to the end of membership; emergency views for those on its roll in the zones seen, or added within the hour of repeated
 * views. Ids are checked: administrators can log any metadata.
 */
export const listLocationViews = (
  tx: Tx,
  userId: string,
  { after, limit }: PageOf<{ at: string; key: string }>,
) =>
  many(tx)<LocationViewRow>`
    with looks as (
      select e.actor_id, coalesce(e.metadata ->> 'accessType', '') as kind, e.created_at,
        case when e.metadata ->> 'zoneId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (e.metadata ->> 'zoneId')::uuid end as zone_id,
        e.affected_user_id is null as whole_zone,
        e.metadata ->> 'day' as day,
        case when e.metadata ->> 'emergencyId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (e.metadata ->> 'emergencyId')::uuid end as emergency_id,
        e.metadata -> 'zoneIds' as zone_ids
      from security_events e
      where e.event_type = 'location_access' and e.actor_id is distinct from ${userId}
        and e.created_at > now() - ${limits.locationLooksDays} * interval '1 day'
        and (e.affected_user_id = ${userId} or e.affected_user_id is null)
    ), mine as (
      select actor_id, kind, created_at, zone_id, whole_zone, day from looks
      where emergency_id is null and (not whole_zone or exists (
        select from zone_assignments a
        where a.user_id = ${userId} and a.zone_id = looks.zone_id and a.accepted_at <= looks.created_at)
      or exists (
        select from past_memberships m
        where m.user_id = ${userId} and m.zone_id = looks.zone_id
          and m.accepted_at <= looks.created_at and looks.created_at <= m.ended_at))
      union all
      select looks.actor_id, looks.kind, looks.created_at, r.zone_id, true, null from looks
        join emergency_people r on r.emergency_id = looks.emergency_id and r.user_id = ${userId}
      where r.added_at <= looks.created_at + interval '1 hour'
        and (r.zone_id is null or looks.zone_ids ? r.zone_id::text)
    ), gathered as (
      select actor_id, kind, zone_id, whole_zone, day, count(*) as times, max(created_at) as last_at,
        md5(concat_ws('|', actor_id, kind, zone_id, whole_zone, day, date_bin('1 hour', created_at, 'epoch'))) as key
      from mine group by actor_id, kind, zone_id, whole_zone, day, date_bin('1 hour', created_at, 'epoch')
    )
    select g.key, p.first_name, p.last_name, coalesce(a.role, p.role) as role, g.kind, z.id as zone_id, z.name as zone_name,
      g.whole_zone, g.day, g.times, g.last_at, wire_time(g.last_at) as last_at_exact
    from gathered g
      left join user_profiles p on p.id = g.actor_id
      left join zones z on z.id = g.zone_id
      left join zone_assignments a on a.zone_id = g.zone_id and a.user_id = g.actor_id
    where ${after === undefined} or (g.last_at, g.key) < (${after?.at ?? null}::timestamptz, ${after?.key ?? null}::text)
    order by g.last_at desc, g.key desc limit ${limit}`

/**
 * Counts the stored rows about a person by kind. Not counted: readings (large, no index by person), sessions (a device may also have a
 * known device and a push subscription), profile and administrative data.
 */
export async function countStoredData(
  tx: Tx,
  lists: readonly PersonalList[],
  userId: string,
): Promise<Partial<Record<PersonalDataKind, number>>> {
  const counts = lists.flatMap(({ kind, table, counted }) =>
    kind && counted
      ? sql`select ${kind}::text as kind, count(*) as count from ${sql.table(table)}, (select ${userId}::uuid as me) its where ${sql.raw(counted)}`
      : [],
  )
  const rows = await many(tx)<{ kind: PersonalDataKind; count: number }>`
    select kind, sum(count)::int as count from (${sql.join(counts, sql` union all `)}) its group by kind`
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** Deletes memberships that ended before the period for which views are listed. */
export const deletePastMemberships = (limit: number) =>
  sql`delete from past_memberships where id = any(array(
    select id from past_memberships
    where ended_at < now() - ${limits.locationLooksDays} * interval '1 day' order by ended_at limit ${limit}))`
