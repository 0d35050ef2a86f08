import { badgeGoneMs } from '@muster/domain/badge.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { many } from '../../db/rows.ts'
import type { TargetZones } from './emergency-zones.queries.ts'

/** True for people who are called but not known to be on the site, as `isCalledOffSite` of the domain. */
export const isOffSite = sql<boolean>`(why in ('off_site', 'expected'))`

/**
 * So that people called off site are sought where they are. The phone's last position and their zone stay: whoever accounts for them
 * has their list. Returns the zones. Each `offset 0` forces a few index reads per person, whatever new rows' statistics say.
 */
export const noteOffSiteInside = (tx: Tx, emergencyId: string, zoneIds: TargetZones) =>
  many(tx)<{ zone_id: string | null }>`
    with called as materialized (
      select id, user_id from emergency_people where emergency_id = ${emergencyId} and ${isOffSite}),
    its as materialized (
      select distinct on (q.id) q.id, inside.* from called q cross join lateral (
        select 'came_later' as why, t.entry_time as since, t.captured_at as seen_at, t.accuracy_meters,
          case when t.consent = 'given' then t.latitude end as latitude, case when t.consent = 'given' then t.longitude end as longitude
        from (select * from presence_tracking where user_id = q.user_id offset 0) t
        where t.is_inside_zone and ${isAmong('t.zone_id', zoneIds)}
        union all
        select 'badge', s.at, s.at, null, null, null
        from (select zone_id, number from badges where user_id = q.user_id offset 0) b
          cross join lateral (select * from badge_states where zone_id = b.zone_id and number = b.number offset 0) s
        where s.direction = 'in' and s.at > now() - ${badgeGoneMs}::float8 * interval '1 ms' and ${isAmong('s.zone_id', zoneIds)}) inside
      order by q.id, inside.why = 'badge', inside.seen_at desc)
    update emergency_people p set why = its.why, inside_since = its.since, seen_at = greatest(p.seen_at, its.seen_at),
      accuracy_meters = case when its.why = 'badge' then p.accuracy_meters else its.accuracy_meters end,
      latitude = case when its.why = 'badge' then p.latitude else its.latitude end,
      longitude = case when its.why = 'badge' then p.longitude else its.longitude end
    from its where p.id = its.id returning p.zone_id`
