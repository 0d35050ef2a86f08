import { can } from '@muster/domain/permission.ts'
import { isAssignable, isCreatable, isInternalAdmin, type Role } from '@muster/domain/role.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** True if a person who may create and delete accounts may do so for this role. */
const mayManageRole = (actor: Pick<SignedInActor, 'role'>, role: Role): boolean =>
  !isInternalAdmin(role) || can(actor.role, 'manage_internal_users')

/** True for the roles that account forms offer; an import allows only these, whoever imports. */
export const mayImportRole = isCreatable

/** True if a person who may edit accounts may edit those with this role. */
const mayEdit = (actor: Pick<SignedInActor, 'role'>, role: Role): boolean =>
  !isInternalAdmin(role) || can(actor.role, 'edit_employees')

/** Rules about other people's accounts beyond permissions. Each throws the typed refusal. */
export const accountsPolicy = {
  /** People may not assign a role above those they may manage, or one that cannot be assigned. */
  giveRole(actor: SignedInActor, role: Role): void {
    if (!mayManageRole(actor, role) || !isAssignable(role)) throw fail('ROLE_FORBIDDEN')
  },
  /** People may not change accounts with a higher role than theirs, or their own role. */
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
