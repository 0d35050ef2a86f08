import type pg from 'pg'
import { v7 as uuidV7 } from 'uuid'
import { insideTestBox, outsideTestBox } from '../../../testing/factories.ts'
import type { PendingCheck } from '../check-writer/pending-check.ts'

/** Builds a decided check for a member, captured at `at` ms by the device's clock; by default it is received at the same moment. */
export function createPendingCheck(
  user: { id: string },
  zone: { id: string },
  at: number,
  overrides: Partial<PendingCheck> = {},
): PendingCheck {
  const inside = overrides.inside ?? true
  return {
    id: uuidV7(),
    userId: user.id,
    zoneId: zone.id,
    shapeVersion: 1,
    ...(inside ? insideTestBox : outsideTestBox),
    accuracyMeters: 5,
    source: 'manual',
    capturedAt: at,
    receivedAt: at,
    certainty: 'certain',
    distanceToCenterM: 10,
    distanceToEdgeM: 90,
    zoneWidthAt: () => 200,
    mock: false,
    seesAllZones: false,
    ...overrides,
    inside,
  }
}

/** Checks invariants that must be true between transactions. Each returned row is a violation. */
export async function findDrift(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select 'occupancy' as what, z.id from zones z where z.current_occupancy <>
      (select count(*) from presence_tracking p where p.zone_id = z.id and p.is_inside_zone)
    union all
    select 'open visit without presence', h.id from presence_history h where h.exit_time is null and not exists
      (select from presence_tracking p where p.user_id = h.user_id and p.zone_id = h.zone_id and p.is_inside_zone
        and p.entry_time = h.entry_time)
    union all
    select 'overlapping visits', a.id from presence_history a join presence_history b
      on b.user_id = a.user_id and b.zone_id = a.zone_id and b.id <> a.id and b.entry_time >= a.entry_time
      and b.entry_time < coalesce(a.exit_time, 'infinity')
    union all
    select 'presence without open visit', p.id from presence_tracking p where p.is_inside_zone and not exists
      (select from presence_history h where h.user_id = p.user_id and h.zone_id = p.zone_id and h.exit_time is null)`)
  return rows
}
