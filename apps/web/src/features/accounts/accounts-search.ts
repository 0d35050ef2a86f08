import { creatableRoles, type Role } from '@muster/domain/role.ts'

/** What the address of the page holds: search, role filter, and whose details are open. */
export type AccountsSearch = { q?: string; role?: Role; user?: string }

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Out of whatever stands in the address. */
export function accountsSearchOf({ q, role, user }: Record<string, unknown>): AccountsSearch {
  const known = creatableRoles.find(it => it === role)
  return {
    ...(text(q) && { q: text(q) }),
    ...(known && { role: known }),
    ...(text(user) && { user: text(user) }),
  }
}
