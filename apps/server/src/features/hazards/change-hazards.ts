import type { HazardChange } from '@muster/contract/hazards.ts'
import { type HazardStatus, isStep } from '@muster/domain/hazard.ts'
import type { WriteContext } from '../../live/write.ts'
import { assignHazard, type HazardActor, setHazardStatus } from './change-hazard.ts'
import { findHazard, type HazardRow } from './hazards.queries.ts'

/**
 * Makes the same change to several hazards of a zone. Hazards that are gone, or that have no such next status, are skipped. Throws
 * FORBIDDEN, NOT_ASSIGNED for an assignee who is no member, and DUE_TIME_PAST.
 */
export async function changeHazards(
  context: WriteContext,
  actor: HazardActor,
  hazardIds: readonly string[],
  change: HazardChange,
): Promise<{ changed: number; skipped: number }> {
  // One order for all requests, so that two concurrent ones cannot lock each other out.
  const uniqueIds = [...new Set(hazardIds)].sort()
  let changed = 0
  for (const hazardId of uniqueIds) {
    const row = await findHazard(context.tx, actor.zone.id, hazardId)
    if (row && (await changeHazard(context, actor, row, change))) changed++
  }
  return { changed, skipped: uniqueIds.length - changed }
}

/** Changes one hazard; returns false if it has no such next status. */
async function changeHazard(
  context: WriteContext,
  actor: HazardActor,
  { id: hazardId, status, assignee_id, due_at }: HazardRow,
  change: HazardChange,
): Promise<boolean> {
  if ('status' in change) {
    const from = status as HazardStatus
    if (!isStep(from, change.status)) return false
    await setHazardStatus(context, actor, { hazardId, from, to: change.status, note: '' })
    return true
  }
  const dueAt = 'dueAt' in change ? toDate(change.dueAt) : due_at
  const assigneeId = 'assigneeId' in change ? change.assigneeId : assignee_id
  await assignHazard(context, actor, { hazardId, assigneeId, dueAt })
  return true
}

const toDate = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))
