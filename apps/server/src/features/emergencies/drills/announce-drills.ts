import { sql } from 'kysely'
import type { WriteContext } from '../../../live/write.ts'
import { drillDueAlert } from '../emergencies.alerts.ts'
import { drillManagers } from '../emergencies.audience.ts'
import { type JobDeps, runForEach } from '../run-for-each.ts'
import { listPossiblyDue, lockUnannounced, noteAnnounced } from './drills.queries.ts'

/** Maximum zones per run; the next run continues. */
const MAX_ZONES = 500

/**
 * Alerts those who may declare a drill in a zone once when it becomes due and once when it is overdue. Each zone has its own transaction,
 * so that one that fails stops no other.
 */
export const announceDrills = (deps: JobDeps): Promise<void> =>
  runForEach(deps, {
    reason: 'drills are announced to those responsible',
    list: tx => listPossiblyDue(tx, MAX_ZONES),
    run: announceDrill,
    failure: 'Drills: a drill could not be announced yet',
  })

async function announceDrill({ tx, alert }: WriteContext, zoneId: string): Promise<void> {
  const drill = await lockUnannounced(tx, zoneId)
  if (!drill) return
  await noteAnnounced(tx, zoneId, drill.overdue ? sql`overdue_due_on` : sql`announced_due_on`)
  alert(drillDueAlert(drill, drillManagers(zoneId)))
}
