import { msg } from '@lingui/core/runtime-macro'
import { isZoneManager, mayGiveZoneRole, type Role } from '@muster/domain/role.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Rules about changing the members of a zone beyond permissions. Each throws the typed refusal. */
export const usersPolicy = {
  /** People who may unlink members may unlink anybody except, as a member of the zone, themselves. */
  unlink(actor: SignedInActor, userId: string): void {
    if (userId === actor.userId) throw fail('SELF_UNLINK')
  },
  /**
   * People may not change their own role or assign a higher one than their own. The database checks this again, including the
   * member's current role.
   */
  changeRole(actor: SignedInActor, own: ZoneRights, userId: string, role: Role): void {
    if (userId === actor.userId) throw fail('SELF_CHANGE')
    if (!mayGiveZoneRole(own.role, role) || !mayAssign(own, role)) throw fail('ZONE_ROLE_FORBIDDEN')
  },
  /** Adding a zone manager requires a separate permission, and nobody may add somebody with a higher role than their own. */
  addAs(own: ZoneRights, role: Role): void {
    if (!mayGiveZoneRole(own.role, role) || !mayAssign(own, role)) throw fail('ADD_USER_FORBIDDEN')
  },
  /** People may not change their own permissions. */
  changePermissions(actor: SignedInActor, userId: string): void {
    if (userId.toLowerCase() === actor.userId)
      throw fail('SELF_CHANGE', undefined, msg`You cannot change your own permissions.`)
  },
  /** People may not reset their own PIN, because the lock would then be useless. */
  resetPin(actor: SignedInActor, userId: string): void {
    if (userId === actor.userId) throw fail('FORBIDDEN')
  },
}

const mayAssign = (own: ZoneRights, role: Role): boolean =>
  !isZoneManager(role) || mayInZone(own, 'assign_zone_managers')
