import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import type { Tx } from '../../db/database.ts'
import type { Access } from '../../rpc/access.ts'
import { enterZoneOf } from '../../rpc/calling.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import type { ReportWish } from './make-report.ts'

export type RequireReport = (tx: Tx, actor: SignedInActor, wish: ReportWish) => Promise<void>

const fortnightDays = 14
const zoneAccess: Access = {
  who: 'in zone',
  permission: null,
  refuses: 'FORBIDDEN',
  pin: true,
  invited: false,
  beforeTwoStep: false,
  tries: false,
  transaction: 'actor',
}

/** Lets pass who may have this report now. In a transaction of the actor; throws FORBIDDEN, ZONE_NOT_FOUND, ZONE_ENTRY_REQUIRED. */
export const requireReport: RequireReport = async (tx, actor, wish) => {
  const role = wish.zoneId === null ? actor.role : (await enterZoneOf(tx, zoneAccess, actor, wish.zoneId)).role
  if (!mayHave(role, actor.userId, wish)) throw fail('FORBIDDEN')
}

function mayHave(role: Role, actorId: string, { userId, from, to }: ReportWish): boolean {
  if (can(role, 'download_reports') || can(role, 'download_monthly_reports')) return true
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return userId === actorId && days <= fortnightDays && can(role, 'download_fortnightly_reports')
}
