import { can } from '@muster/domain/permission.ts'
import { type DaySpan, dayIn, isLastFortnight, isWithinMonth } from '@muster/domain/report-span.ts'
import { effectiveRole, isZoneManager, needsPin } from '@muster/domain/role.ts'
import { mayHaveReports, mayInZone } from '@muster/domain/zone-permission.ts'
import type { Tx } from '../../db/database.ts'
import { createInZoneAccess } from '../../rpc/access.ts'
import { enterInputZone } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { requireGroups } from '../groups/index.ts'
import { belongsOrWasThere } from '../shifts/index.ts'
import type { ReportRequest } from './report-request.ts'
import { listReportZones, type ReportZoneRow } from './reports.queries.ts'

export type ReportActor = Pick<SignedInActor, 'userId' | 'sessionId' | 'role'>

const readerRule = createInZoneAccess('download_monthly_reports')

/** True if the report is the requester's own attendance. */
export const isOwnReport = ({ zoneId, userId }: ReportRequest, actorId: string): boolean =>
  zoneId === null && userId === actorId

/**
 * Returns the zones: one whose reports the role may download (any days, or at most a month), all such, or their own for own
 * attendance. PIN entry is required, except for own attendance. `knownZoneIds`: all zones of an existing file must be readable. In a
 * transaction as the actor. Throws FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED, GROUP_NOT_FOUND, USER_NOT_FOUND,
 * REPORT_MONTH_ONLY.
 */
export async function requireReport(
  tx: Tx,
  actor: ReportActor,
  request: ReportRequest,
  knownZoneIds: readonly string[] = [],
): Promise<string[]> {
  const { zoneId, groupId, userId } = request
  if (isOwnReport(request, actor.userId)) {
    if (request.kind !== 'attendance' || groupId !== null || !(await mayReadOwnReport(tx, actor)))
      throw fail('FORBIDDEN')
    const ownZoneIds = await listOwnZoneIds(tx)
    if (!knownZoneIds.every(id => ownZoneIds.includes(id))) throw fail('FORBIDDEN')
    return ownZoneIds
  }
  if (zoneId !== null) {
    const zone = await enterInputZone(tx, readerRule, actor, zoneId)
    if (!mayHaveReports(zone)) throw fail('FORBIDDEN')
    requireAllowedSpan(mayInZone(zone, 'download_reports'), request)
    await requireGroups(tx, zone.id, [groupId])
    if (userId !== null && !(await belongsOrWasThere(tx, zone.id, userId))) throw fail('USER_NOT_FOUND')
    return [zone.id]
  }
  if (groupId !== null || request.userId !== null) throw fail('FORBIDDEN')
  const readableZones = await listReadableZones(tx)
  const openZones = readableZones.filter(
    ({ role, entered }) => entered || !needsPin(effectiveRole(actor.role, role ?? undefined)),
  )
  const isAmong = (zones: readonly ReportZoneRow[]) => (id: string) => zones.some(zone => zone.id === id)
  if (!knownZoneIds.every(isAmong(openZones)))
    throw fail(knownZoneIds.every(isAmong(readableZones)) ? 'ZONE_ENTRY_REQUIRED' : 'FORBIDDEN')
  // Without any zone the one-month limit cannot be checked, so the request is refused. A person who sees all zones may still read
  // an empty report.
  if (openZones.length === 0 && !can(actor.role, 'view_all_zones'))
    throw fail(readableZones.length > 0 ? 'ZONE_ENTRY_REQUIRED' : 'FORBIDDEN')
  for (const { full } of openZones) requireAllowedSpan(full, request)
  return openZones.map(({ id }) => id)
}

/**
 * Returns the zones still readable; PIN entry was checked at the request. In a transaction as the person, without a session. Except
 * for own attendance, throws FORBIDDEN if none remains, and REPORT_MONTH_ONLY.
 */
export async function requireOrderedReport(
  tx: Tx,
  userId: string,
  request: ReportRequest,
  orderedZoneIds: readonly string[],
): Promise<string[]> {
  if (isOwnReport(request, userId))
    return (await listOwnZoneIds(tx)).filter(id => orderedZoneIds.includes(id))
  const remainingZones = (await listReadableZones(tx)).filter(({ id }) => orderedZoneIds.includes(id))
  if (remainingZones.length === 0 && orderedZoneIds.length > 0) throw fail('FORBIDDEN')
  for (const { full } of remainingZones) requireAllowedSpan(full, request)
  return remainingZones.map(({ id }) => id)
}

/** Whether or not entered. Zone managers without `full` are left out; it is true for internal admins, whatever their zone role. */
async function listReadableZones(tx: Tx): Promise<ReportZoneRow[]> {
  const zones = await listReportZones(tx, 'download_monthly_reports')
  return zones.filter(({ role, full }) => full || role === null || !isZoneManager(role))
}

/** True if the actor may read their own attendance, by their account's role or by their role in one of their zones. */
const mayReadOwnReport = async (tx: Tx, { role }: ReportActor): Promise<boolean> =>
  can(role, 'download_fortnightly_reports') ||
  (await listReportZones(tx, 'download_fortnightly_reports')).length > 0

/** Lists the zones of the actor's own attendance: all zones they belong to. */
export async function listOwnZoneIds(tx: Tx): Promise<string[]> {
  const zones = await listReportZones(tx, null)
  return zones.map(({ id }) => id)
}

/** Limits requests for the actor's own attendance to the last fortnight. Throws REPORT_FORTNIGHT_ONLY. */
export function requireLastFortnight(span: DaySpan, timeZone: string): void {
  if (!isLastFortnight(span, dayIn(timeZone, Date.now()))) throw fail('REPORT_FORTNIGHT_ONLY')
}

/** Limits the span to a month for people who may not read every report. Throws REPORT_MONTH_ONLY. */
function requireAllowedSpan(mayReadEveryReport: boolean, span: DaySpan): void {
  if (!mayReadEveryReport && !isWithinMonth(span)) throw fail('REPORT_MONTH_ONLY')
}
