import { isInternalAdmin } from '@muster/domain/role.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Rules of the security log beyond permissions. Throws the typed refusal. */
export const securityPolicy = {
  /** People may log only their own actions and views; internal admins may log anything. */
  log(actor: SignedInActor, event: { type: string; affectedUserId?: string }): void {
    if (isInternalAdmin(actor.role)) return
    const ownType = /^user_action_./.test(event.type) || event.type === 'data_access'
    const ownAffair = event.affectedUserId === undefined || event.affectedUserId === actor.userId
    if (!ownType || !ownAffair) throw fail('FORBIDDEN')
  },
}
