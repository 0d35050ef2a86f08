import { toExcerpt } from '@muster/domain/excerpt.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Tx } from '../../db/database.ts'
import type { WriteContext } from '../../live/write.ts'
import type { CallInput } from '../../rpc/call-input.ts'
import { fail } from '../../rpc/fail.ts'
import { reportAssignedHazard } from '../hazards/index.ts'
import type { ManagedEmergency } from './emergencies.policy.ts'
import { listZoneIds } from './emergency-zones.queries.ts'
import { findFinding, insertFinding, isActiveZone, lockAndCountFindings } from './findings.queries.ts'

type FindingForm = Omit<CallInput<'emergencyReports', 'addFinding'>, 'emergencyId'> & {
  readonly addedBy: string
}

/**
 * A hazard with an owner, so alerts, due times and history are those of hazards. Repeatable. Throws EMERGENCY_OPEN,
 * EMERGENCY_FINDINGS_FULL, ZONE_NOT_FOUND, NOT_ASSIGNED, DUE_TIME_PAST, REQUEST_ID_TAKEN.
 */
export async function addFinding(
  context: WriteContext,
  emergency: ManagedEmergency,
  { zoneId, text, ownerId, dueAt, requestId, addedBy }: FindingForm,
): Promise<string> {
  const { tx } = context
  if (emergency.all_clear_at === null) throw fail('EMERGENCY_OPEN')
  if (!(await mayReportIn(tx, emergency, zoneId))) throw fail('ZONE_NOT_FOUND')
  const count = await lockAndCountFindings(tx, emergency.id)
  const { id, created } = await reportAssignedHazard(context, {
    requestId,
    zoneId,
    reportedBy: addedBy,
    title: toExcerpt(text.replaceAll(/\s+/g, ' ')),
    description: text,
    severity: 'medium',
    position: null,
    made: { at: new Date(), late: false },
    assigneeId: ownerId,
    dueAt: dueAt === null ? null : new Date(dueAt),
  })
  if (!created) {
    const existing = await findFinding(tx, id)
    if (existing?.emergency_id !== emergency.id) throw fail('REQUEST_ID_TAKEN')
    return id
  }
  if (count >= limits.emergencyFindingsMost) throw fail('EMERGENCY_FINDINGS_FULL')
  await insertFinding(tx, emergency.id, id, zoneId)
  return id
}

/** True for the zones of the emergency in which the caller may send broadcasts; after a call for all zones also for newer ones. */
async function mayReportIn(
  tx: Tx,
  { id, scope, may_mark_all, marked_zone_ids, captain_zone_ids }: ManagedEmergency,
  zoneId: string,
): Promise<boolean> {
  if (!(await isActiveZone(tx, zoneId))) return false
  if (may_mark_all) return scope === 'all' || (await listZoneIds(tx, id)).includes(zoneId)
  return marked_zone_ids.includes(zoneId) && !captain_zone_ids.includes(zoneId)
}
