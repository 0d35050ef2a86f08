import { can } from '@muster/domain/permission.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Who may do what with the security log. Each throws the typed refusal. */
export const securityPolicy = {
  view(actor: SignedInActor): void {
    if (!can(actor.role, 'view_security')) throw fail('FORBIDDEN')
  },
  /** Everyone about themselves, and only what they did or looked at; internal admins whatever they see fit. */
  log(actor: SignedInActor, event: { type: string; affectedUserId?: string }): void {
    if (isInternalAdmin(actor.role)) return
    const ownType = /^user_action_./.test(event.type) || event.type === 'data_access'
    const ownAffair = event.affectedUserId === undefined || event.affectedUserId === actor.userId
    if (!ownType || !ownAffair) throw fail('FORBIDDEN')
  },
  notifyOfBreach(actor: SignedInActor): void {
    if (!isInternalAdmin(actor.role)) throw fail('FORBIDDEN')
  },
  cleanUp(actor: SignedInActor): void {
    if (!isInternalAdmin(actor.role)) throw fail('FORBIDDEN')
  },
}
