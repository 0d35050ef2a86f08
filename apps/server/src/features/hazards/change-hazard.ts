import type { HazardStatus } from '@muster/domain/hazard.ts'
import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import type { ActorZone } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { isMemberOf } from '../presence/index.ts'
import { type AlertedHazard, hazardAssigned, statusChanged } from './hazards.alerts.ts'
import { viewersAmong } from './hazards.audience.ts'
import { hazardChanged, hazardsEvents } from './hazards.events.ts'
import { mayParticipate, requireStep, visibleReporter } from './hazards.policy.ts'
import {
  findHazard,
  findOrigin,
  type HazardRow,
  insertStep,
  insertStepOnce,
  lockHazardRow,
  updateAssignee,
  updateStatus,
} from './hazards.queries.ts'

export type HazardActor = { readonly zone: ActorZone; readonly userId: string }

/** Locks the hazard until the transaction ends and returns it. Throws HAZARD_NOT_FOUND, and FORBIDDEN for read-only access. */
export async function lockHazard(
  tx: Tx,
  { zone, userId }: HazardActor,
  hazardId: string,
): Promise<HazardRow> {
  if (!(await findHazard(tx, zone.id, hazardId, visibleReporter(zone, userId))))
    throw fail('HAZARD_NOT_FOUND')
  // Row-level security allows locking only rows that the actor may change.
  const row = await lockHazardRow(tx, zone.id, hazardId)
  if (!row) throw fail('FORBIDDEN')
  return row
}

/**
 * Changes the hazard's status and alerts its reporter and assignee, except the actor. Throws HAZARD_NOT_FOUND, FORBIDDEN,
 * HAZARD_CHANGED, HAZARD_STEP_ILLEGAL.
 */
export async function setHazardStatus(
  { tx, publish, alert }: WriteContext,
  { zone, userId }: HazardActor,
  { hazardId, from, to, note }: { hazardId: string; from: HazardStatus; to: HazardStatus; note: string },
): Promise<void> {
  const row = await lockHazard(tx, { zone, userId }, hazardId)
  requireStep({ ...row, finding: await findOrigin(tx, row.id) }, { zone, userId }, { from, to })
  await updateStatus(tx, row.id, to)
  const stepId = await insertStep(tx, { hazardId: row.id, actorId: userId, kind: 'status', status: to, note })
  const viewers = viewersAmong([row.reported_by, row.assignee_id], toSubject(row, userId))
  alert(statusChanged(toAlertedHazard(row), { status: to, stepId }, viewers))
  publish(hazardsEvents, hazardChanged({ ...row, status: to }, 'status'))
}

/** A repeated request adds it once. Throws FORBIDDEN for people who neither manage hazards nor reported this one. */
export async function commentHazard(
  { tx, publish }: WriteContext,
  { zone, userId }: HazardActor,
  { hazardId, requestId, note }: { hazardId: string; requestId: string; note: string },
): Promise<void> {
  const row = await lockHazard(tx, { zone, userId }, hazardId)
  if (!mayParticipate(zone, userId, row)) throw fail('FORBIDDEN')
  const comment = { hazardId: row.id, actorId: userId, kind: 'comment', note } as const
  if (await insertStepOnce(tx, requestId, comment)) publish(hazardsEvents, hazardChanged(row, 'comment'))
}

/**
 * Alerts a new assignee. A passed due time may stay or, with `mayBePast`, be set. False if nothing changes. Throws HAZARD_NOT_FOUND,
 * FORBIDDEN, NOT_ASSIGNED for non-members, and DUE_TIME_PAST.
 */
export async function assignHazard(
  { tx, publish, alert }: WriteContext,
  { zone, userId }: HazardActor,
  {
    hazardId,
    assigneeId,
    dueAt,
    mayBePast = false,
  }: { hazardId: string; assigneeId: string | null; dueAt: Date | null; mayBePast?: boolean | undefined },
): Promise<boolean> {
  const row = await lockHazard(tx, { zone, userId }, hazardId)
  if (assigneeId && !(await isMemberOf(tx, assigneeId, zone.id))) throw fail('NOT_ASSIGNED')
  const hasNewDueTime = dueAt?.getTime() !== row.due_at?.getTime()
  if (dueAt && hasNewDueTime && !mayBePast && dueAt.getTime() <= Date.now()) throw fail('DUE_TIME_PAST')
  const hasNewAssignee = assigneeId !== row.assignee_id
  if (!hasNewAssignee && !hasNewDueTime) return false
  await updateAssignee(tx, row.id, assigneeId, { dueAt, isOtherTime: hasNewDueTime })
  publish(hazardsEvents, hazardChanged(row, 'assigned'))
  if (!hasNewAssignee) return true
  const stepId = await insertStep(tx, { hazardId: row.id, actorId: userId, kind: 'assigned', assigneeId })
  alert(hazardAssigned(toAlertedHazard(row), stepId, viewersAmong([assigneeId], toSubject(row, userId))))
  return true
}

const toAlertedHazard = ({ id, zone_id, title, description }: HazardRow): AlertedHazard => ({
  id,
  zoneId: zone_id,
  title,
  description,
})

const toSubject = ({ zone_id, reported_by }: HazardRow, actorId: string) => ({
  zoneId: zone_id,
  reportedBy: reported_by,
  actorId,
})
