import { creatableRoles, type Role } from '@muster/domain/role.ts'
import { type UserStatus, userStatuses } from '@muster/domain/user-status.ts'

/** What the address of the page holds: search, filters by role and status, and whose details are open. */
export type AccountsSearch = { q?: string; role?: Role; status?: UserStatus; user?: string }

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Out of whatever stands in the address. */
export function accountsSearchOf({ q, role, status, user }: Record<string, unknown>): AccountsSearch {
  const known = creatableRoles.find(it => it === role)
  const state = userStatuses.find(it => it === status)
  return {
    ...(text(q) && { q: text(q) }),
    ...(known && { role: known }),
    ...(state && { status: state }),
    ...(text(user) && { user: text(user) }),
  }
}
