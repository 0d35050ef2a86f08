import type { HazardStatus } from '@muster/domain/hazard.ts'
import type { Tx } from '../../db/database.ts'
import type { ActorZone } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { isMemberOf } from '../presence/index.ts'
import { mayTakePart, requireStep, visibleReporter } from './hazards.policy.ts'
import {
  findHazard,
  type HazardRow,
  insertStep,
  lockHazard,
  updateAssignee,
  updateStatus,
} from './hazards.queries.ts'

type Who = { readonly zone: ActorZone; readonly userId: string }

/** The hazard, held until the transaction ends. Throws HAZARD_NOT_FOUND, and FORBIDDEN to who may only look at it. */
export async function holdHazard(tx: Tx, { zone, userId }: Who, hazardId: string): Promise<HazardRow> {
  if (!(await findHazard(tx, zone.id, hazardId, visibleReporter(zone, userId))))
    throw fail('HAZARD_NOT_FOUND')
  // Row-level security lets nobody hold what they may not change.
  const row = await lockHazard(tx, zone.id, hazardId)
  if (!row) throw fail('FORBIDDEN')
  return row
}

/** Takes it one step on, or back to open. Throws FORBIDDEN, HAZARD_CHANGED, HAZARD_STEP_ILLEGAL. */
export async function setHazardStatus(
  tx: Tx,
  { zone, userId }: Who,
  { hazardId, from, to, note }: { hazardId: string; from: HazardStatus; to: HazardStatus; note: string },
): Promise<void> {
  const row = await holdHazard(tx, { zone, userId }, hazardId)
  requireStep(row, { zone, userId }, { from, to })
  await updateStatus(tx, row.id, to)
  await insertStep(tx, { hazardId: row.id, actorId: userId, kind: 'status', status: to, note })
}

/** Sent twice it is said once. Throws FORBIDDEN to who neither manages it nor reported it. */
export async function commentHazard(
  tx: Tx,
  { zone, userId }: Who,
  { hazardId, requestId, note }: { hazardId: string; requestId: string; note: string },
): Promise<void> {
  const row = await holdHazard(tx, { zone, userId }, hazardId)
  if (!mayTakePart(zone, userId, row)) throw fail('FORBIDDEN')
  await insertStep(tx, { hazardId: row.id, actorId: userId, kind: 'comment', requestId, note })
}

/**
 * Assigns a member until a time, or nobody. A due time that has passed may stay as it is. Throws NOT_ASSIGNED where they are no member, and
 * DUE_TIME_PAST.
 */
export async function assignHazard(
  tx: Tx,
  { zone, userId }: Who,
  { hazardId, assigneeId, dueAt }: { hazardId: string; assigneeId: string | null; dueAt: Date | null },
): Promise<void> {
  const row = await holdHazard(tx, { zone, userId }, hazardId)
  if (assigneeId && !(await isMemberOf(tx, assigneeId, zone.id))) throw fail('NOT_ASSIGNED')
  const isNewDue = dueAt !== null && dueAt.getTime() !== row.due_at?.getTime()
  if (isNewDue && dueAt.getTime() <= Date.now()) throw fail('DUE_TIME_PAST')
  await updateAssignee(tx, row.id, assigneeId, dueAt)
  if (assigneeId !== row.assignee_id)
    await insertStep(tx, { hazardId: row.id, actorId: userId, kind: 'assigned', assigneeId })
}
