import { limits } from '@muster/domain/limits.ts'
import type { PersonalDataKind } from '@muster/domain/personal-data.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { many, one } from '../../db/rows.ts'
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
export async function listLocationViews(
  tx: Tx,
  userId: string,
  { after, limit }: PageOf<{ at: string; key: string }>,
): Promise<LocationViewRow[]> {
  return many(tx)<LocationViewRow>`
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
}

/** The number of stored rows about a person, by kind; null for kinds that are not counted. */
export type StoredCounts = Readonly<Record<PersonalDataKind, number | null>>

/**
 * Not counted: readings (large, no index by person), sessions (a device may also have a known device and a push subscription),
 * profile and administrative data.
 */
export async function countStoredData(tx: Tx, userId: string): Promise<StoredCounts> {
  return one(tx)<StoredCounts>`
    select
      null as profile, null as readings, null as sessions, null as administration,
      (select count(*) from zone_assignments where user_id = ${userId})
        + (select count(*) from group_members where user_id = ${userId})
        + (select count(*) from client_members where user_id = ${userId}) as memberships,
      (select count(*) from presence_tracking where user_id = ${userId} and captured_at is not null) as presence,
      (select count(*) from presence_history where user_id = ${userId})
        + (select count(*) from attendance_corrections where user_id = ${userId})
        + (select count(*) from attendance_objections where user_id = ${userId}) as visits,
      (select count(*) from location_tracking_requests where user_id = ${userId} or requested_by = ${userId}) as location_requests,
      (select count(*) from consents where user_id = ${userId}) as consents,
      (select count(*) from user_alerts where user_id = ${userId}) as alerts,
      (select count(*) from broadcast_recipients where user_id = ${userId} and answer is not null)
        + (select count(*) from document_confirmations where user_id = ${userId})
        + (select count(*) from group_reactions where user_id = ${userId}) as answers,
      (select count(*) from data_downloads where user_id = ${userId})
        + (select count(*) from report_runs where asked_by = ${userId}) as downloads,
      (select count(*) from group_messages where sender_id = ${userId})
        + (select count(*) from group_files where uploaded_by = ${userId}) as messages,
      (select count(*) from hazards where reported_by = ${userId})
        + (select count(*) from hazard_steps where actor_id = ${userId} and kind = 'comment') as hazards,
      (select count(*) from broadcasts where sender_id = ${userId})
        + (select count(*) from broadcast_templates where created_by = ${userId}) as broadcasts,
      (select count(*) from emergencies where declared_by = ${userId})
        + (select count(*) from emergency_people where user_id = ${userId})
        + (select count(*) from emergency_claims where claimed_by = ${userId}) as emergencies,
      (select count(*) from visitor_visits where host_id = ${userId}) as visitors,
      (select count(*) from document_versions where uploaded_by = ${userId})
        + (select count(*) from folders where created_by = ${userId}) as files,
      (select count(*) from security_events where affected_user_id = ${userId} or actor_id = ${userId}) as security_events
    `
}

/** Deletes memberships that ended before the period for which views are listed. */
export const deletePastMemberships = (limit: number) =>
  sql`delete from past_memberships where id = any(array(
    select id from past_memberships
    where ended_at < now() - ${limits.locationLooksDays} * interval '1 day' order by ended_at limit ${limit}))`
