import { can } from './permission.ts'
import { isInternalAdmin, type Role } from './role.ts'

/** The states of an account. Any state other than active immediately ends all of the person's sessions and sockets. */
export const userStatuses = ['active', 'inactive', 'suspended'] as const
export type UserStatus = (typeof userStatuses)[number]

type Account = { readonly userId: string; readonly role: Role }

/** Never one's own; an internal admin's needs `suspend_employees`. */
export function maySetStatus(actor: Account, target: Account): boolean {
  if (actor.userId === target.userId) return false
  return !isInternalAdmin(target.role) || can(actor.role, 'suspend_employees')
}
