import { can } from '@muster/domain/permission.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

export const securityPolicy = {
  view(actor: SignedInActor): void {
    if (!can(actor.role, 'view_security')) throw fail('FORBIDDEN')
  },
}
