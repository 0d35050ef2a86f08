import { can } from '@muster/domain/permission.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Who may do what with zones. Each throws the typed refusal. */
export const zonesPolicy = {
  viewAll(actor: SignedInActor): void {
    if (!can(actor.role, 'view_all_zones')) throw fail('FORBIDDEN')
  },
  view(zone: ActorZone): void {
    if (!can(zone.role, 'view_zones')) throw fail('FORBIDDEN')
  },
  create(actor: SignedInActor): void {
    if (!can(actor.role, 'create_zones')) throw fail('FORBIDDEN')
  },
}
