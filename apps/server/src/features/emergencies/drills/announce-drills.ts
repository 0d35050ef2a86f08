import { sql } from 'kysely'
import type { WriteContext } from '../../../live/write.ts'
import { drillDueAlert } from '../emergencies.alerts.ts'
import { drillManagers } from '../emergencies.audience.ts'
import { lockUnannounced, noteAnnounced } from './drills.queries.ts'

/** Maximum zones per run; the next run continues. */
const MAX_ZONES = 200

/**
 * Alerts those who may declare a drill in a zone once when it becomes due and once when it is overdue. Runs as the database owner.
 */
export async function announceDrills({ tx, alert }: WriteContext): Promise<number> {
  const drills = await lockUnannounced(tx, MAX_ZONES)
  const listIds = (overdue: boolean) => drills.filter(it => it.overdue === overdue).map(it => it.zone_id)
  await noteAnnounced(tx, listIds(false), sql`announced_due_on`)
  await noteAnnounced(tx, listIds(true), sql`overdue_due_on`)
  for (const drill of drills) alert(drillDueAlert(drill, drillManagers(drill.zone_id)))
  return drills.length
}
