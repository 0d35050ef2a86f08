import type { WriteContext } from '../../live/write.ts'
import { hazardDue } from './hazards.alerts.ts'
import { audienceOfReport } from './hazards.audience.ts'
import { markDueHazards } from './hazards.queries.ts'

/** Overdue or due within the hour, once per due time; without an assignee, the zone's managers. Returns the number of hazards. */
export async function alertDueHazards({ tx, alert }: WriteContext): Promise<number> {
  const dueHazards = await markDueHazards(tx)
  for (const hazard of dueHazards) {
    const { assigneeId, zoneId } = hazard
    alert(hazardDue(hazard, hazard, assigneeId ? [assigneeId] : audienceOfReport(zoneId, null, false)))
  }
  return dueHazards.length
}
