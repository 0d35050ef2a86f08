import { can } from '@muster/domain/permission.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Who may do what with presence. Each throws the typed refusal. */
export const presencePolicy = {
  check(zone: ActorZone): void {
    if (!can(zone.role, 'check_position')) throw fail('FORBIDDEN')
  },
  locate(zone: ActorZone): void {
    if (!can(zone.role, 'view_zones')) throw fail('FORBIDDEN')
  },
  /** One's own presence is nobody's secret from oneself. */
  viewPerson(zone: ActorZone, actor: SignedInActor, userId: string): void {
    if (userId.toLowerCase() !== actor.userId && !can(zone.role, 'view_attendance')) throw fail('FORBIDDEN')
  },
  viewPanel(zone: ActorZone): void {
    if (!can(zone.role, 'view_attendance')) throw fail('FORBIDDEN')
  },
}
