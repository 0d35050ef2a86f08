import { mayGiveZoneRole, type Role } from '@muster/domain/role.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** What the permission alone does not say about changing the members of a zone. Each throws the typed refusal. */
export const usersPolicy = {
  /** Anyone who may unlink members may unlink any but, as a member of the zone, themselves. */
  unlink(actor: SignedInActor, userId: string): void {
    if (userId === actor.userId) throw fail('SELF_UNLINK')
  },
  /** Nobody makes themselves more, or less; nobody gives a role above their own. The database asks again, of the member's too. */
  changeRole(actor: SignedInActor, own: Role, userId: string, role: Role): void {
    if (userId === actor.userId) throw fail('SELF_CHANGE')
    if (!mayGiveZoneRole(own, role)) throw fail('ZONE_ROLE_FORBIDDEN')
  },
  /** A locked PIN is opened by somebody else: who could open their own would have no lock. */
  resetPin(actor: SignedInActor, userId: string): void {
    if (userId === actor.userId) throw fail('FORBIDDEN')
  },
}
