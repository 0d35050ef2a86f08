import type { WriteContext } from '../../live/write.ts'
import { hazardChanged, hazardsEvents } from './hazards.events.ts'
import { listAssignedHazards } from './hazards.queries.ts'

/** Publishes the removal of a person as assignee from their hazards, before the account is deleted. */
export async function announceUnassigned({ tx, publish }: WriteContext, userId: string): Promise<void> {
  for (const hazard of await listAssignedHazards(tx, userId))
    publish(hazardsEvents, hazardChanged(hazard, 'assigned'))
}
