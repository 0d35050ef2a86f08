import { callsPeopleInside, type EmergencyKind, uncertainAboveMeters } from '@muster/domain/emergency.ts'
import { many } from '../../db/rows.ts'
import type { WriteContext } from '../../live/write.ts'
import { publishProgress } from './emergencies.events.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/**
 * By an accurate reading since the call. Changes no state, because nobody has seen the person; a later reading inside removes it.
 * Runs after the arrivals, as the database owner. Returns how many notes changed.
 */
export async function noteSeenOutside(context: WriteContext, emergency: EmergencyRow): Promise<number> {
  const { id, kind, declared_at } = emergency
  if (!callsPeopleInside(kind as EmergencyKind)) return 0
  const rows = await many(context.tx)<{ zone_id: string | null }>`
    with seen as (
      select p.id, bool_or(t.is_inside_zone) as is_inside, max(t.captured_at) filter (where t.zone_id = p.zone_id) as at
      from emergency_people p join presence_tracking t on t.user_id = p.user_id
      where p.emergency_id = ${id} and p.state in ('missing', 'help')
        and (t.zone_id = p.zone_id or t.zone_id in (select z.zone_id from emergency_zones z where z.emergency_id = ${id}))
        and t.latitude is not null and t.consent = 'given' and t.mock is not true
        and t.captured_at > greatest(${declared_at}::timestamptz, p.state_at) and t.accuracy_meters <= ${uncertainAboveMeters}
      group by p.id)
    update emergency_people p set seen_outside_at = case when not s.is_inside then s.at end
    from seen s
    where p.id = s.id and s.at is not null and case when s.is_inside then p.seen_outside_at is not null
      else p.seen_outside_at is null or s.at >= p.seen_outside_at + interval '1 minute' end
    returning p.zone_id`
  if (rows.length > 0)
    publishProgress(
      context,
      emergency,
      rows.map(it => it.zone_id),
    )
  return rows.length
}
