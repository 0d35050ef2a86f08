import { can } from './permission.ts'
import { isInternalAdmin, type Role } from './role.ts'

/** The states of an account. Anything but active ends all sessions and sockets of the person at once. */
export const userStatuses = ['active', 'inactive', 'suspended'] as const
export type UserStatus = (typeof userStatuses)[number]

type Account = { readonly userId: string; readonly role: Role }

/**
 * Whether somebody who may set the status of accounts may set that of this one: never their own, and internal admins only
 * with the permission for those.
 */
export function maySetStatusOf(actor: Account, target: Account): boolean {
  if (actor.userId === target.userId) return false
  return !isInternalAdmin(target.role) || can(actor.role, 'suspend_employees')
}
