import type { HazardChange } from '@muster/contract/hazards.ts'
import { type HazardStatus, isStep } from '@muster/domain/hazard.ts'
import { toUndoSteps } from '../../lib/to-undo-steps.ts'
import type { Alert, WriteContext } from '../../live/write.ts'
import { assignHazard, type HazardActor, setHazardStatus } from './change-hazard.ts'
import { hazardsAssigned } from './hazards.alerts.ts'
import { reporterWhoSeesOnlyOwn, viewersAmong } from './hazards.audience.ts'
import { type HazardRow, lockHazardRow } from './hazards.queries.ts'

/** An assignment of more hazards than this raises one alert for all of them. */
const maxSingleAlerts = 3

/**
 * Skips hazards that are gone, already changed or cannot. An assignee gets one alert for more than `maxSingleAlerts`. Throws
 * NOT_ASSIGNED, DUE_TIME_PAST.
 */
export async function changeHazards(
  context: WriteContext,
  actor: HazardActor,
  hazardIds: readonly string[],
  change: HazardChange,
): Promise<{ changed: number; skipped: number; undo: UndoStep[] }> {
  // One order for all requests, so that two concurrent ones cannot lock each other out.
  const uniqueIds = [...new Set(hazardIds)].sort()
  const alerts: Alert[] = []
  const changedRows: HazardRow[] = []
  for (const hazardId of uniqueIds) {
    // The lock keeps what was read true until the commit.
    const row = await lockHazardRow(context.tx, actor.zone.id, hazardId)
    const batch = { ...context, alert: (alert: Alert) => void alerts.push(alert) }
    if (row && (await changeHazard(batch, actor, row, change))) changedRows.push(row)
  }
  const [firstAlert] = alerts
  if ('assigneeId' in change && firstAlert && alerts.length > maxSingleAlerts) {
    alertAboutOwn(context, actor, change.assigneeId, alerts, changedRows)
    context.alert(
      hazardsAssigned(
        firstAlert,
        changedRows.map(row => row.title),
        // The alert names several hazards, so it is only for people who may see those of others.
        viewersAmong([change.assigneeId], { zoneId: actor.zone.id, reportedBy: null, actorId: actor.userId }),
      ),
    )
  } else for (const alert of alerts) context.alert(alert)
  return {
    changed: changedRows.length,
    skipped: uniqueIds.length - changedRows.length,
    undo: createUndoSteps(changedRows, change),
  }
}

type UndoStep = { to: HazardChange; ids: string[] }

/** Returns what restores the rows as they were before the change. A status other than open can only follow reopening. */
function createUndoSteps(rows: readonly HazardRow[], change: HazardChange): UndoStep[] {
  const toSteps = (toChange: (row: HazardRow) => HazardChange) =>
    toUndoSteps(rows.map(row => ({ id: row.id, to: toChange(row) })))
  if ('assigneeId' in change) return toSteps(row => ({ assigneeId: row.assignee_id }))
  if ('dueAt' in change)
    return toSteps(row => ({ dueAt: row.due_at?.toISOString() ?? null, restores: true as const }))
  return [
    ...toSteps(() => ({ status: 'open' })),
    ...toSteps(row => ({ status: row.status })).filter(({ to }) => 'status' in to && to.status !== 'open'),
  ]
}

/** Alerts an assignee who may see only the hazards they reported about those of them that they were assigned. */
function alertAboutOwn(
  context: WriteContext,
  actor: HazardActor,
  assigneeId: string | null,
  alerts: readonly Alert[],
  changedRows: readonly HazardRow[],
) {
  const ownRows = changedRows.filter(row => row.reported_by === assigneeId)
  const firstAlert = alerts.find(({ about }) => ownRows.some(row => row.id === about.hazardId))
  if (!firstAlert) return
  const titles = ownRows.map(row => row.title)
  context.alert(
    hazardsAssigned(firstAlert, titles, reporterWhoSeesOnlyOwn(assigneeId, actor.zone.id, actor.userId)),
  )
}

/** Changes one hazard; returns false if nothing changes or it has no such next status. */
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
  const mayBePast = 'restores' in change && change.restores
  return assignHazard(context, actor, { hazardId, assigneeId, dueAt, mayBePast })
}

const toDate = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))
