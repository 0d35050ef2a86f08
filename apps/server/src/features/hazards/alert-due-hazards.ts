import type { WriteContext } from '../../live/write.ts'
import { hazardDue } from './hazards.alerts.ts'
import { markDueHazards } from './hazards.queries.ts'

/**
 * Alerts assignees about hazards that are overdue or due within the hour, once for each due time. Returns the number of hazards.
 * Runs as the database owner.
 */
export async function alertDueHazards({ tx, alert }: WriteContext): Promise<number> {
  const dueHazards = await markDueHazards(tx)
  for (const hazard of dueHazards) alert(hazardDue(hazard, hazard, [hazard.assigneeId]))
  return dueHazards.length
}
