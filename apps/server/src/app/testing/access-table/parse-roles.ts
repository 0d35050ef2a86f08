import { type Role, roles } from '@muster/domain/role.ts'

const shortNames: Record<Role, string> = {
  super_admin: 'super',
  admin: 'admin',
  client_admin: 'client',
  zone_manager_rw: 'rw',
  zone_manager_ro: 'ro',
  app_user: 'user',
  manager: 'mgr',
  supervisor: 'sup',
  worker: 'wrk',
}

/** Formats roles as they appear in a line of the table: `super admin rw`, `all`, `nobody`. */
export function formatRoles(allowedRoles: Iterable<Role>): string {
  const roleList = [...allowedRoles]
  if (roleList.length === roles.length) return 'all'
  return roleList.length === 0 ? 'nobody' : roleList.map(role => shortNames[role]).join(' ')
}

/** Parses the roles in a line. Throws on an unknown word. */
export function parseRoles(text: string): ReadonlySet<Role> {
  if (text === 'all') return new Set(roles)
  if (text === 'nobody') return new Set()
  return new Set(
    text.split(' ').map(word => {
      const role = roles.find(it => shortNames[it] === word)
      if (!role) throw new Error(`The table of access says '${word}', which is no role, in '${text}'.`)
      return role
    }),
  )
}

/** Returns one instruction for each line that is missing, superfluous or duplicated in the table; empty if the table is correct. */
export function describeDifferences(
  file: string,
  table: readonly string[],
  actual: readonly string[],
): string[] {
  const path = `apps/server/src/app/testing/access-table/${file}`
  return [
    ...actual.filter(line => !table.includes(line)).map(line => `Add to ${path}: '${line}',`),
    ...table.filter(line => !actual.includes(line)).map(line => `Remove from ${path}: '${line}',`),
    ...table.filter((line, n) => table.indexOf(line) !== n).map(line => `Twice in ${path}: '${line}',`),
  ]
}
