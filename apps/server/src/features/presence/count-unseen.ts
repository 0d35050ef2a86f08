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
    }>`select * from count_unseen()`
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
