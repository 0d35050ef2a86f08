import type { creatableRoles } from '@muster/domain/role.ts'

/** Explains each role in a zone to the person who assigns it. */
export const roleHints: Record<(typeof creatableRoles)[number], string> = {
  app_user: 'Checks their position and sees what concerns them.',
  zone_manager_ro: 'Sees who is inside, changes nothing.',
  zone_manager_rw: 'Sees who is inside, adds and removes people.',
  client_admin: 'Creates zones, manages their people and managers.',
}
