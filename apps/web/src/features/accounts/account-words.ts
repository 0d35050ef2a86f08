import { i18n } from '@lingui/core'
import type { Account } from '@muster/contract/accounts.ts'
import { can } from '@muster/domain/permission.ts'
import { creatableRoles, isInternalAdmin, type Role, roleLongLabel } from '@muster/domain/role.ts'

export const accountName = ({
  firstName,
  lastName,
  email,
}: Pick<Account, 'firstName' | 'lastName' | 'email'>) => `${firstName} ${lastName}`.trim() || email

/** Returns the roles that a user with this role may assign. */
export function assignableRoles(ownRole: Role): { value: Role; label: string }[] {
  const adminRoles: Role[] = can(ownRole, 'manage_internal_users') ? ['admin', 'super_admin'] : []
  return [...creatableRoles, ...adminRoles].map(value => ({ value, label: i18n._(roleLongLabel(value)) }))
}

/** True if the user may edit this account; the server applies the same rule. */
export const mayEdit = (ownRole: Role, account: Pick<Account, 'role'>) =>
  !isInternalAdmin(account.role) || can(ownRole, 'edit_employees')

/** True if the user may delete this account. */
export const mayDelete = (ownRole: Role, account: Pick<Account, 'role'>) =>
  !isInternalAdmin(account.role) || can(ownRole, 'manage_internal_users')
