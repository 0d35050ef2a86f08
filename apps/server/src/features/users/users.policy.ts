import { msg } from '@lingui/core/runtime-macro'
import { isZoneManager, mayGiveZoneRole, type Role } from '@muster/domain/role.ts'
import { mayInZone, type ZoneRights } from '@muster/domain/zone-permission.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Rules about changing the members of a zone that go beyond permissions. Each throws a typed error if violated. */
export const usersPolicy = {
  /** Nobody may unlink themselves. */
  unlink(actor: SignedInActor, userId: string): void {
    if (userId === actor.userId) throw fail('SELF_UNLINK')
  },
  /**
   * Nobody changes their own role or grants one above it; a zone manager needs more. The database also checks, and the current role.
   */
  changeRole(actor: SignedInActor, actorRights: ZoneRights, userId: string, role: Role): void {
    if (userId === actor.userId) throw fail('SELF_CHANGE')
    if (!mayGiveZoneRole(actorRights.role, role) || !mayAssign(actorRights, role))
      throw fail('ZONE_ROLE_FORBIDDEN')
  },
  /** Adding a zone manager requires a further permission, and nobody may add a person in a role above their own. */
  addAs(actorRights: ZoneRights, role: Role): void {
    if (!mayAddAs(actorRights, role)) throw fail('ADD_USER_FORBIDDEN')
  },
  /** Nobody may change their own permissions. */
  changePermissions(actor: SignedInActor, userId: string): void {
    if (userId.toLowerCase() === actor.userId)
      throw fail('SELF_CHANGE', undefined, msg`You can’t change your own permissions.`)
  },
  /** A PIN must be reset by somebody else; otherwise the lock would be useless. */
  resetPin(actor: SignedInActor, userId: string): void {
    if (userId === actor.userId) throw fail('FORBIDDEN')
  },
}

const mayAssign = (actorRights: ZoneRights, role: Role): boolean =>
  !isZoneManager(role) || mayInZone(actorRights, 'assign_zone_managers')

/** True if these rights allow adding a person in this role, apart from the permission to add people at all. */
export const mayAddAs = (rights: ZoneRights, role: Role): boolean =>
  mayGiveZoneRole(rights.role, role) && mayAssign(rights, role)
