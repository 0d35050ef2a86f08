import type { RollReason } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../../db/database.ts'
import { many } from '../../../db/rows.ts'

export type LastPositionRow = {
  readonly person_id: string
  readonly name: string
  readonly state: 'missing' | 'help'
  readonly why: RollReason
  readonly zone_id: string | null
  readonly company: string
  readonly latitude: number
  readonly longitude: number
  readonly accuracy_meters: number | null
  readonly at: Date
}

/**
 * The newest reading in their zone until the all clear, or the one the roll froze; no faked ones, and only to people who may track
 * live locations there. Materialized: the planner expects one person on a new roll and would read the zone's members for each.
 * Index: emergency_people_listed.
 */
export const listLastPositions = (tx: Tx, emergencyId: string) =>
  many(tx)<LastPositionRow>`
    with sought as materialized (
      select p.id, p.name, p.state, p.why, p.company, p.user_id, p.zone_id, p.seen_at, p.accuracy_meters, p.latitude, p.longitude, e.all_clear_at
      from emergency_people p join emergencies e on e.id = p.emergency_id
      where p.emergency_id = ${emergencyId} and p.state in ('missing', 'help') and (p.counted or p.state = 'help')
        and p.zone_id in (select actor_zones_with('track_live_locations'))
      limit ${limits.missingPositionsMost}),
    located as materialized (
      select z.zone_id, l.user_id, l.latitude, l.longitude, t.accuracy_meters, t.captured_at
      from (select distinct zone_id from sought) z cross join lateral located_members(z.zone_id) l
        join presence_tracking t on t.user_id = l.user_id and t.zone_id = z.zone_id
      where l.latitude is not null and t.captured_at is not null and t.mock is not true)
    select s.id as person_id, s.name, s.state, s.why, s.zone_id, s.company, coalesce(l.latitude, s.latitude) as latitude,
      coalesce(l.longitude, s.longitude) as longitude,
      case when l.user_id is null then s.accuracy_meters else l.accuracy_meters end as accuracy_meters,
      coalesce(l.captured_at, s.seen_at) as at
    from sought s left join located l on l.user_id = s.user_id and l.zone_id = s.zone_id
      and l.captured_at <= coalesce(s.all_clear_at, 'infinity') and l.captured_at > coalesce(s.seen_at, '-infinity')
    where coalesce(l.latitude, s.latitude) is not null and coalesce(l.captured_at, s.seen_at) is not null`

/** The last positions by person, as the API shows them with a person. */
export const lastPositionView = (row: LastPositionRow) => ({
  personId: row.person_id,
  lat: row.latitude,
  lng: row.longitude,
  accuracyMeters: row.accuracy_meters,
  at: row.at.toISOString(),
})
