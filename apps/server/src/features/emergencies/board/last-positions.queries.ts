import type { RollReason } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

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
 * Lists the last known positions of people who are missing or need help: the newest reading in their zone until the all clear, or the
 * one that the roll froze. Faked readings do not count. It shows each zone's positions only to people who may track live locations there
 * (`located_members`, `actor_zones_with`). Index: emergency_people_listed.
 */
export async function listLastPositions(tx: Tx, emergencyId: string): Promise<LastPositionRow[]> {
  const { rows } = await sql<LastPositionRow>`
    with sought as materialized (
      select p.id, p.name, p.state, p.why, p.company, p.user_id, p.zone_id, p.seen_at, p.accuracy_meters, p.latitude, p.longitude, e.all_clear_at
      from emergency_people p join emergencies e on e.id = p.emergency_id
      where p.emergency_id = ${emergencyId} and p.state in ('missing', 'help')
        and (p.counted or p.state = 'help')
      limit ${limits.missingPositionsMost}),
    live as (
      select s.id, l.latitude, l.longitude, t.accuracy_meters, t.captured_at
      from (select distinct zone_id from sought where zone_id is not null) z
        cross join lateral located_members(z.zone_id) l
        join sought s on s.user_id = l.user_id and s.zone_id = z.zone_id
        join presence_tracking t on t.user_id = s.user_id and t.zone_id = s.zone_id
      where l.latitude is not null and t.captured_at is not null and t.mock is not true
        and t.captured_at <= coalesce(s.all_clear_at, 'infinity') and t.captured_at > coalesce(s.seen_at, '-infinity'))
    select s.id as person_id, s.name, s.state, s.why, s.zone_id, s.company, coalesce(live.latitude, s.latitude) as latitude, coalesce(live.longitude, s.longitude) as longitude,
      case when live.id is null then s.accuracy_meters else live.accuracy_meters end as accuracy_meters,
      coalesce(live.captured_at, s.seen_at) as at
    from sought s left join live on live.id = s.id
    where coalesce(live.latitude, s.latitude) is not null and coalesce(live.captured_at, s.seen_at) is not null
      and s.zone_id in (select actor_zones_with('track_live_locations'))`.execute(tx)
  return rows
}

/** The last positions by person, as the API shows them with a person. */
export const lastPositionView = (row: LastPositionRow) => ({
  personId: row.person_id,
  lat: row.latitude,
  lng: row.longitude,
  accuracyMeters: row.accuracy_meters,
  at: row.at.toISOString(),
})
