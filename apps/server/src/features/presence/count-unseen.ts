import { zoneTopic } from '@muster/contract/topic.ts'

import type { Database } from '../../db/database.ts'
import { many, run } from '../../db/rows.ts'
import { appendEvents } from '../../live/append.ts'

/**
 * Counts what changes by the clock: people not seen within the freshness limit, and badges whose stay is over. Locks zones in id
 * order, as the check writer does. Returns how many zones changed.
 */
export async function countUnseen(db: Database): Promise<number> {
  return db.asOwner('the clock counts for everybody who sees the zone', async tx => {
    const rows = await many(tx)<{
      zone_id: string
      unseen: number
      badge_unseen: number
      unseen_moved: boolean
    }>`
      with counted as (
        select zone_id, count(*) filter (where unseen)::int as unseen,
          count(*) filter (where unseen and way <> 'phone')::int as badge_unseen, count(visit_id)::int as visitors,
          count(*) filter (where way <> 'phone')::int - count(visit_id)::int as badges
        from people_inside() group by zone_id),
      moved as (
        select z.id, its.unseen, its.badge_unseen, (z.unseen_occupancy, z.badge_unseen) <> (its.unseen, its.badge_unseen) as unseen_moved
        from zones z left join counted c on c.zone_id = z.id
          cross join lateral (select coalesce(c.unseen, 0) as unseen, coalesce(c.badge_unseen, 0) as badge_unseen,
            coalesce(c.badges, 0) as badges, coalesce(c.visitors, 0) as visitors) its
        where (z.unseen_occupancy, z.badge_unseen, z.badge_occupancy, z.visitor_occupancy)
          <> (its.unseen, its.badge_unseen, its.badges, its.visitors)
        order by z.id for no key update of z)
      update zones z set unseen_occupancy = m.unseen, badge_unseen = m.badge_unseen from moved m where z.id = m.id
      returning z.id as zone_id, m.unseen, m.badge_unseen, m.unseen_moved`
    await run(tx)`select count_others(${rows.map(it => it.zone_id)}::uuid[])`
    await appendEvents(
      tx,
      rows
        .filter(it => it.unseen_moved)
        .map(({ zone_id, unseen, badge_unseen }) => ({
          topic: zoneTopic(zone_id),
          event: {
            kind: 'zone.unseen',
            zoneId: zone_id,
            unseenOccupancy: unseen,
            unseenByBadge: badge_unseen,
          },
        })),
    )
    return rows.length
  })
}
