import { isZoneManager, mayGiveZoneRole, type Role } from '@muster/domain/role.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** What the permission alone does not say about changing the members of a zone. Each throws the typed refusal. */
export const usersPolicy = {
  /** Anyone who may unlink members may unlink any but, as a member of the zone, themselves. */
  unlink(actor: SignedInActor, userId: string): void {
    if (userId === actor.userId) throw fail('SELF_UNLINK')
  },
  /** Nobody makes themselves more, or less; nobody gives a role above their own. The database asks again, of the member's too. */
  changeRole(actor: SignedInActor, own: ZoneRights, userId: string, role: Role): void {
    if (userId === actor.userId) throw fail('SELF_CHANGE')
    if (!mayGiveZoneRole(own.role, role) || !mayAssign(own, role)) throw fail('ZONE_ROLE_FORBIDDEN')
  },
  /** Adding somebody as a zone manager is more than adding them, and nobody adds one above themselves. */
  addAs(own: ZoneRights, role: Role): void {
    if (!mayGiveZoneRole(own.role, role) || !mayAssign(own, role)) throw fail('ADD_USER_FORBIDDEN')
  },
  /** Nobody grants themselves anything. */
  changePermissions(actor: SignedInActor, userId: string): void {
    if (userId.toLowerCase() === actor.userId)
      throw fail('SELF_CHANGE', undefined, 'You cannot change your own permissions.')
  },
  /** A locked PIN is opened by somebody else: who could open their own would have no lock. */
  resetPin(actor: SignedInActor, userId: string): void {
    if (userId === actor.userId) throw fail('FORBIDDEN')
  },
}

const mayAssign = (own: ZoneRights, role: Role): boolean =>
  !isZoneManager(role) || mayInZone(own, 'assign_zone_managers')
