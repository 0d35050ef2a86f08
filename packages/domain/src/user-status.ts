import { can } from './permission.ts'
import { isInternalAdmin, type Role } from './role.ts'

/** The states of an account. Any state but active immediately ends all sessions and sockets of the person. */
export const userStatuses = ['active', 'inactive', 'suspended'] as const
export type UserStatus = (typeof userStatuses)[number]

type Account = { readonly userId: string; readonly role: Role }

/**
 * True if a person who may set account statuses may set this one: never their own, and internal admins only with the permission for
 * those.
 */
export function maySetStatus(actor: Account, target: Account): boolean {
  if (actor.userId === target.userId) return false
  return !isInternalAdmin(target.role) || can(actor.role, 'suspend_employees')
}
