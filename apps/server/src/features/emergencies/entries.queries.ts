import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { many } from '../../db/rows.ts'
import type { Reading } from './assembly-points.queries.ts'
import type { TargetZones } from './emergency-zones.queries.ts'

/** Said to be elsewhere or not on site, and inside since by phone or badge; the first reading. Index: emergency_people_listed. */
export async function findEntries(
  tx: Tx,
  emergencyId: string,
  zoneIds: TargetZones,
  limit: number,
): Promise<Reading[]> {
  const cameIn = sql`s.direction = 'in' and s.dismissed_at is null and s.at > p.state_at and ${isAmong('s.zone_id', zoneIds)}`
  return many(tx)<Reading>`
    select distinct on (p.id) p.id as person_id, left(its.place, 120) as place, its.at
    from emergency_people p cross join lateral (
      select t.entry_time as at, z.name as place from presence_tracking t join zones z on z.id = t.zone_id
      where t.user_id = p.user_id and t.is_inside_zone and t.entry_time > p.state_at and ${isAmong('t.zone_id', zoneIds)}
      union all
      select s.at, s.reader from badges b join badge_states s on s.zone_id = b.zone_id and s.number = b.number
      where b.user_id = p.user_id and ${cameIn}
      union all
      select s.at, s.reader from badge_states s where s.zone_id = p.zone_id and s.number = p.badge and ${cameIn}) its
    where p.emergency_id = ${emergencyId} and p.counted and p.state in ('elsewhere', 'not_on_site')
    order by p.id, its.at limit ${limit}`
}
