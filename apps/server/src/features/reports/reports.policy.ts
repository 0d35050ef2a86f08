import { can } from '@muster/domain/permission.ts'
import type { ReportKind } from '@muster/domain/report.ts'
import { type DaySpan, dayIn, isLastFortnight, isWithinMonth } from '@muster/domain/report-span.ts'
import { effectiveRole, isZoneManager, needsPin } from '@muster/domain/role.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import type { Tx } from '../../db/database.ts'
import { inZoneWith } from '../../rpc/access.ts'
import { enterZoneOf } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { Scope } from './report-scope.ts'
import { findGroupOfZone, findOwnName, listReportZones } from './reports.queries.ts'

/** A report that somebody asks for. `mine` is one's own attendance; without a zone all those one may report on are meant. */
export type ReportWish = DaySpan & {
  readonly kind: ReportKind
  readonly zoneId: string | null
  readonly groupId: string | null
  readonly userId: string | null
  readonly mine: boolean
}

/** What a report is about once it was found that it may be read. */
export type AllowedReport = {
  readonly scope: Scope
  readonly ofAllZones: boolean
  /** Set where it is called after a person. */
  readonly subject?: string
}

export type ReportRules = { readonly timeZone: string; readonly keptSince: () => Date }

const reading = inZoneWith('download_monthly_reports')

/**
 * Finds what the actor may read of what they wish: a zone they have entered in which their role downloads reports, of any days or
 * of one month; all such zones, as far as they are entered where that takes a PIN; or their own last fortnight. In a transaction as the actor. Throws
 * FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED, GROUP_NOT_FOUND, REPORT_MONTH_ONLY, REPORT_FORTNIGHT_ONLY.
 */
export async function requireReport(
  tx: Tx,
  actor: SignedInActor,
  wish: ReportWish,
  { timeZone, keptSince }: ReportRules,
): Promise<AllowedReport> {
  const common = {
    from: wish.from,
    to: wish.to,
    installation: timeZone,
    keptSince: keptSince(),
    asActor: true,
  }
  if (wish.mine) {
    if (!can(actor.role, 'download_fortnightly_reports')) throw fail('FORBIDDEN')
    if (!isLastFortnight(wish, dayIn(timeZone, Date.now()))) throw fail('REPORT_FORTNIGHT_ONLY')
    const zones = await listReportZones(tx, null)
    const scope = { ...common, zoneIds: zones.map(({ id }) => id), groupId: null, userId: actor.userId }
    return { scope, ofAllZones: true, subject: await findOwnName(tx, actor.userId) }
  }
  if (wish.zoneId !== null) {
    const zone = await enterZoneOf(tx, reading, actor, wish.zoneId)
    requireSpan(mayInZone(zone, 'download_reports'), wish)
    if (zone.revoked.includes('download_reports')) throw fail('FORBIDDEN')
    if (wish.groupId !== null && !(await findGroupOfZone(tx, wish.groupId, zone.id)))
      throw fail('GROUP_NOT_FOUND')
    const scope = { ...common, zoneIds: [zone.id], groupId: wish.groupId, userId: wish.userId }
    return { scope, ofAllZones: false }
  }
  if (!can(actor.role, 'download_monthly_reports')) throw fail('FORBIDDEN')
  const zones = await listReportZones(tx, 'download_monthly_reports')
  const open = zones.filter(({ role, entered, full }) => {
    const here = effectiveRole(actor.role, role ?? undefined)
    return (entered || !needsPin(here)) && (full || !isZoneManager(here))
  })
  for (const { full } of open) requireSpan(full, wish)
  const scope = { ...common, zoneIds: open.map(({ id }) => id), groupId: null, userId: null }
  return { scope, ofAllZones: true }
}

/** Who may not download every report has those of a month. */
function requireSpan(everyReport: boolean, span: DaySpan): void {
  if (!everyReport && !isWithinMonth(span)) throw fail('REPORT_MONTH_ONLY')
}
