import type { WriteContext } from '../../live/write.ts'
import { hazardDue } from './hazards.alerts.ts'
import { audienceOfReport } from './hazards.audience.ts'
import { markDueHazards } from './hazards.queries.ts'

/**
 * Alerts assignees about hazards that are overdue or due within the hour, once for each due time, and the managers of the zone
 * about those without an assignee. Returns the number of hazards.
 */
export async function alertDueHazards({ tx, alert }: WriteContext): Promise<number> {
  const dueHazards = await markDueHazards(tx)
  for (const hazard of dueHazards) {
    const { assigneeId, zoneId } = hazard
    alert(hazardDue(hazard, hazard, assigneeId ? [assigneeId] : audienceOfReport(zoneId, null, false)))
  }
  return dueHazards.length
}
