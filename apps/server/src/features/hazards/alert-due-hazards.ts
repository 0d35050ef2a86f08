import type { Write } from '../../live/write.ts'
import { hazardDue } from './hazards.alerts.ts'
import { markDueHazards } from './hazards.queries.ts'

/**
 * Alerts assignees about notifications due within the hour, once for each due time. Runs as the database owner; returns the number
 * alerted.
 */
export async function alertDueHazards({ tx, alert }: Write): Promise<number> {
  const dueHazards = await markDueHazards(tx)
  for (const hazard of dueHazards) alert(hazardDue(hazard, hazard, [hazard.assigneeId]))
  return dueHazards.length
}
