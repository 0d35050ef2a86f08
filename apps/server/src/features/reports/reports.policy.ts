import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { inZoneWith } from '../../rpc/access.ts'
import { enterZoneOf } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { ReportWish } from './make-report.ts'
import { isAboutZone } from './reports-access.queries.ts'

export type ReportActor = Pick<SignedInActor, 'userId' | 'sessionId' | 'role'>
export type RequireReport = (tx: Tx, actor: ReportActor, wish: ReportWish) => Promise<void>

const fortnightDays = 14
/**
 * Lets pass who may have this report now. In a transaction of the actor; throws REPORT_FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED,
 * and NOT_FOUND of a group or person that is not of the zone, or not there.
 */
export const requireReport: RequireReport = async (tx, actor, wish) => {
  const { zoneId } = wish
  const role = zoneId === null ? actor.role : (await enterZoneOf(tx, inZoneWith(null), actor, zoneId)).role
  if (!mayHave(role, actor.userId, wish)) throw fail('REPORT_FORBIDDEN')
  if (!(await isAboutZone(tx, actor.userId, wish))) throw fail('NOT_FOUND')
}

function mayHave(role: Role, actorId: string, { userId, from, to }: ReportWish): boolean {
  if (can(role, 'download_reports') || can(role, 'download_monthly_reports')) return true
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return userId === actorId && days <= fortnightDays && can(role, 'download_fortnightly_reports')
}
