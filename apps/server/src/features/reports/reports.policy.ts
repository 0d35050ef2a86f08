import { can } from '@muster/domain/permission.ts'
import { type DaySpan, dayIn, isLastFortnight, isWithinMonth } from '@muster/domain/report-span.ts'
import { effectiveRole, isZoneManager, needsPin } from '@muster/domain/role.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { Tx } from '../../db/database.ts'
import { inZoneWith } from '../../rpc/access.ts'
import { enterZoneOf } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { belongsOrWasThere } from '../shifts/index.ts'
import type { ReportWish } from './report-wish.ts'
import { findGroupOfZone, listReportZones } from './reports.queries.ts'

export type ReportActor = Pick<SignedInActor, 'userId' | 'sessionId' | 'role'>

const reading = inZoneWith('download_monthly_reports')

/** Whether it is the attendance of the person who asks. */
export const isOwn = ({ zoneId, userId }: ReportWish, actorId: string): boolean =>
  zoneId === null && userId === actorId

/**
 * Lets pass who may have the report: of a zone they have entered in which their role downloads reports, of any days or of one month; of all
 * such zones; or their own attendance. Answers the ids of its zones. In a transaction as the actor. Throws FORBIDDEN, ZONE_NOT_FOUND,
 * ZONE_ENTRY_REQUIRED, GROUP_NOT_FOUND, USER_NOT_FOUND, REPORT_MONTH_ONLY.
 */
export async function requireReport(tx: Tx, actor: ReportActor, wish: ReportWish): Promise<string[]> {
  const { zoneId, groupId, userId } = wish
  if (isOwn(wish, actor.userId)) {
    if (!can(actor.role, 'download_fortnightly_reports') || wish.kind !== 'attendance' || groupId !== null)
      throw fail('FORBIDDEN')
    return zonesOfOwn(tx)
  }
  if (zoneId !== null) {
    const zone = await enterZoneOf(tx, reading, actor, zoneId)
    requireSpan(mayInZone(zone, 'download_reports'), wish)
    if (zone.revoked.includes('download_reports')) throw fail('FORBIDDEN')
    if (groupId !== null && !(await findGroupOfZone(tx, groupId, zone.id))) throw fail('GROUP_NOT_FOUND')
    if (userId !== null && !(await belongsOrWasThere(tx, zone.id, userId))) throw fail('USER_NOT_FOUND')
    return [zone.id]
  }
  if (!can(actor.role, 'download_monthly_reports') || groupId !== null || wish.userId !== null)
    throw fail('FORBIDDEN')
  const zones = await listReportZones(tx, 'download_monthly_reports')
  const open = zones.filter(({ role, entered, full }) => {
    const here = effectiveRole(actor.role, role ?? undefined)
    return (entered || !needsPin(here)) && (full || !isZoneManager(here))
  })
  for (const { full } of open) requireSpan(full, wish)
  return open.map(({ id }) => id)
}

/** The zones of one's own attendance: all one belongs to. */
export async function zonesOfOwn(tx: Tx): Promise<string[]> {
  const zones = await listReportZones(tx, null)
  return zones.map(({ id }) => id)
}

/** One's own attendance is asked for within the last fortnight. Throws REPORT_FORTNIGHT_ONLY. */
export function requireLastFortnight(span: DaySpan, timeZone: string): void {
  if (!isLastFortnight(span, dayIn(timeZone, Date.now()))) throw fail('REPORT_FORTNIGHT_ONLY')
}

/** Who may not download every report has those of a month. */
function requireSpan(everyReport: boolean, span: DaySpan): void {
  if (!everyReport && !isWithinMonth(span)) throw fail('REPORT_MONTH_ONLY')
}
