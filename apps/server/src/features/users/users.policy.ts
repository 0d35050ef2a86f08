import { can } from '@muster/domain/permission.ts'
import type { ActorZone, SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Who may see and change the members of a zone. Each throws the typed refusal. */
export const usersPolicy = {
  viewInZone(zone: ActorZone): void {
    if (!can(zone.role, 'view_zone_users')) throw fail('VIEW_USERS_FORBIDDEN')
  },
  addToZone(zone: ActorZone): void {
    if (!can(zone.role, 'link_users')) throw fail('ADD_USER_FORBIDDEN')
  },
  /** Anyone who may unlink members may unlink any but, as a member of the zone, themselves. */
  unlink(zone: ActorZone, actor: SignedInActor, userId: string): void {
    if (!can(zone.role, 'unlink_users')) throw fail('FORBIDDEN')
    if (userId === actor.userId) throw fail('SELF_UNLINK')
  },
  /** A locked PIN is opened by somebody else: who could open their own would have no lock. */
  resetPin(zone: ActorZone, actor: SignedInActor, userId: string): void {
    if (!usersPolicy.mayResetPins(zone) || userId === actor.userId) throw fail('FORBIDDEN')
  },
  mayResetPins: (zone: ActorZone): boolean => can(zone.role, 'reset_zone_pin'),
}
