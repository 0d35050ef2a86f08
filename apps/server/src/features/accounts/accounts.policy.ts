import { can } from '@muster/domain/permission.ts'
import { isAssignable, isCreatable, isInternalAdmin, type Role } from '@muster/domain/role.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'

/** Whether somebody who may create and delete accounts may do so with those of this role. */
const mayLookAfter = (actor: Pick<SignedInActor, 'role'>, role: Role): boolean =>
  !isInternalAdmin(role) || can(actor.role, 'manage_internal_users')

/** A file gives the roles that every form gives, whoever imports it. */
export const mayImportRole = isCreatable

/** Whether somebody who may edit accounts may edit those of this role. */
const mayEdit = (actor: Pick<SignedInActor, 'role'>, role: Role): boolean =>
  !isInternalAdmin(role) || can(actor.role, 'edit_employees')

/** What the permission alone does not say about other people's accounts. Each throws the typed refusal. */
export const accountsPolicy = {
  /** Nobody gives a role above what they may look after, or one that nothing assigns. */
  giveRole(actor: SignedInActor, role: Role): void {
    if (!mayLookAfter(actor, role) || !isAssignable(role)) throw fail('ROLE_FORBIDDEN')
  },
  /** Nor do they change who stands above them; and nobody makes themselves more, or less. */
  change(actor: SignedInActor, target: { id: string; role: Role }, role: Role | undefined): void {
    if (target.id === actor.userId) {
      if (role !== undefined && role !== target.role) throw fail('SELF_CHANGE')
    } else if (!mayEdit(actor, target.role)) throw fail('ROLE_FORBIDDEN')
    if (role !== undefined && role !== target.role) accountsPolicy.giveRole(actor, role)
  },
  remove(actor: SignedInActor, target: { id: string; role: Role }): void {
    if (target.id === actor.userId) throw fail('SELF_DELETE')
    if (!mayLookAfter(actor, target.role)) throw fail('ROLE_FORBIDDEN')
  },
}
