import { zoneTopic } from '@muster/contract/topic.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { appendEvents } from '../../live/append.ts'

/** People not seen within the freshness limit. Locks zones in id order, as the check writer does. Returns how many changed. */
export async function countUnseen(db: Database): Promise<number> {
  return db.asOwner('the clock counts for everybody who sees the zone', async tx => {
    const { rows } = await sql<{ zone_id: string; unseen: number }>`
      with counted as (
        select zone_id, count(*)::int as unseen from presence_tracking
        where is_inside_zone
          and coalesce(captured_at, entry_time) < now() - ${limits.presenceStaleMs}::float8 * interval '1 ms'
        group by zone_id),
      moved as (
        select z.id, coalesce(c.unseen, 0) as unseen from zones z left join counted c on c.zone_id = z.id
        where z.unseen_occupancy <> coalesce(c.unseen, 0)
        order by z.id for no key update of z)
      update zones z set unseen_occupancy = m.unseen from moved m where z.id = m.id
      returning z.id as zone_id, m.unseen`.execute(tx)
    await appendEvents(
      tx,
      rows.map(({ zone_id, unseen }) => ({
        topic: zoneTopic(zone_id),
        event: { kind: 'zone.unseen', zoneId: zone_id, unseenOccupancy: unseen },
      })),
    )
    return rows.length
  })
}
