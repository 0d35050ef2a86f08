import { isInternalAdmin } from '@muster/domain/role.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Rules for the security log that go beyond permissions. Each throws a typed error if violated. */
export const securityPolicy = {
  /** People may log only their own actions and views; internal admins may log anything. */
  log(actor: SignedInActor, event: { type: string; affectedUserId?: string }): void {
    if (isInternalAdmin(actor.role)) return
    const isOwnType = /^user_action_./.test(event.type) || event.type === 'data_access'
    const isAboutSelf = event.affectedUserId === undefined || event.affectedUserId === actor.userId
    if (!isOwnType || !isAboutSelf) throw fail('FORBIDDEN')
  },
}
