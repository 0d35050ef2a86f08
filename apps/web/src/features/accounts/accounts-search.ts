import { creatableRoles, type Role } from '@muster/domain/role.ts'
import { type UserStatus, userStatuses } from '@muster/domain/user-status.ts'

/**
 * The search parameters of the page: search text, filters by role and status, and the user whose details are open. `zones` is
 * for people who manage zones, and shows the users of all of them.
 */
export type AccountsSearch = {
  q?: string
  role?: Role
  status?: UserStatus
  user?: string
  zones?: 'all' | undefined
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Out of whatever stands in the address. */
export function accountsSearchOf({ q, role, status, user, zones }: Record<string, unknown>): AccountsSearch {
  const known = creatableRoles.find(it => it === role)
  const state = userStatuses.find(it => it === status)
  return {
    ...(text(q) && { q: text(q) }),
    ...(known && { role: known }),
    ...(state && { status: state }),
    ...(text(user) && { user: text(user) }),
    ...(zones === 'all' && { zones: 'all' as const }),
  }
}
