import { isInternalAdmin } from '@muster/domain/role.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** What a permission alone does not say about the security log. Throws the typed refusal. */
export const securityPolicy = {
  /** Everyone about themselves, and only what they did or looked at; internal admins whatever they see fit. */
  log(actor: SignedInActor, event: { type: string; affectedUserId?: string }): void {
    if (isInternalAdmin(actor.role)) return
    const ownType = /^user_action_./.test(event.type) || event.type === 'data_access'
    const ownAffair = event.affectedUserId === undefined || event.affectedUserId === actor.userId
    if (!ownType || !ownAffair) throw fail('FORBIDDEN')
  },
}
