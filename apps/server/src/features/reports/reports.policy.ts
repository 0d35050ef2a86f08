import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import { inZoneWith } from '../../rpc/access.ts'
import { enterZoneOf } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { ReportWish } from './make-report.ts'

export type ReportActor = Pick<SignedInActor, 'userId' | 'sessionId' | 'role'>
export type RequireReport = (tx: Tx, actor: ReportActor, wish: ReportWish) => Promise<void>

const fortnightDays = 14
/** Lets pass who may have this report now. In a transaction of the actor; throws FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED. */
export const requireReport: RequireReport = async (tx, actor, wish) => {
  const role =
    wish.zoneId === null ? actor.role : (await enterZoneOf(tx, inZoneWith(null), actor, wish.zoneId)).role
  if (!mayHave(role, actor.userId, wish)) throw fail('FORBIDDEN')
}

function mayHave(role: Role, actorId: string, { userId, from, to }: ReportWish): boolean {
  if (can(role, 'download_reports') || can(role, 'download_monthly_reports')) return true
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return userId === actorId && days <= fortnightDays && can(role, 'download_fortnightly_reports')
}
