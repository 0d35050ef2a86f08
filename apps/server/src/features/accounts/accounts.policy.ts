import { can } from '@muster/domain/permission.ts'
import { isAssignable, isCreatable, isInternalAdmin, type Role } from '@muster/domain/role.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** True if somebody who may create and delete accounts may do so for accounts with this role. */
const mayManageRole = (actor: Pick<SignedInActor, 'role'>, role: Role): boolean =>
  !isInternalAdmin(role) || can(actor.role, 'manage_internal_users')

/** True for the roles that account forms offer. An import allows only these, whoever runs it. */
export const mayImportRole = isCreatable

/** True if somebody who may edit accounts may edit those with this role. */
const mayEdit = (actor: Pick<SignedInActor, 'role'>, role: Role): boolean =>
  !isInternalAdmin(role) || can(actor.role, 'edit_employees')

/**
 * True if an import may change this account, and give it the role if there is one: like `accountsPolicy.change`, but only with roles
 * that account forms offer.
 */
export const mayChangeByImport = (
  actor: SignedInActor,
  target: { id: string; role: Role },
  role: Role | undefined,
): boolean =>
  target.id === actor.userId
    ? role === undefined
    : mayEdit(actor, target.role) && (role === undefined || mayImportRole(role))

/** Rules about other people's accounts that go beyond permissions. Each throws the typed refusal. */
export const accountsPolicy = {
  /** Rejects a role above those the actor may manage, and roles that cannot be assigned (ROLE_FORBIDDEN). */
  giveRole(actor: SignedInActor, role: Role): void {
    if (!mayManageRole(actor, role) || !isAssignable(role)) throw fail('ROLE_FORBIDDEN')
  },
  /**
   * Rejects changes to accounts with a role the actor may not edit or to a role they may not give (ROLE_FORBIDDEN), and changes to
   * the actor's own role (SELF_CHANGE).
   */
  change(actor: SignedInActor, target: { id: string; role: Role }, role: Role | undefined): void {
    if (target.id === actor.userId) {
      if (role !== undefined && role !== target.role) throw fail('SELF_CHANGE')
    } else if (!mayEdit(actor, target.role)) throw fail('ROLE_FORBIDDEN')
    if (role !== undefined && role !== target.role) accountsPolicy.giveRole(actor, role)
  },
  remove(actor: SignedInActor, target: { id: string; role: Role }): void {
    if (target.id === actor.userId) throw fail('SELF_DELETE')
    if (!mayManageRole(actor, target.role)) throw fail('ROLE_FORBIDDEN')
  },
}
