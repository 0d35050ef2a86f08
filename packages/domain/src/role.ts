/** Every role a person or an assignment can carry. The order is the order of reach, widest first. */
export const roles = [
  'super_admin',
  'admin',
  'manager',
  'supervisor',
  'worker',
  'client_admin',
  'zone_manager_rw',
  'zone_manager_ro',
  'app_user',
] as const
export type Role = (typeof roles)[number]

/** The roles a zone assignment can carry. Internal admins need no assignment, so theirs are not among them. */
export const zoneRoles = [
  'client_admin',
  'zone_manager_rw',
  'zone_manager_ro',
  'app_user',
  'manager',
  'supervisor',
  'worker',
] as const satisfies readonly Role[]
export type ZoneRole = (typeof zoneRoles)[number]

/** The choices of the Add User by Code dialog. */
export const rolesByCode = [
  'app_user',
  'zone_manager_rw',
  'zone_manager_ro',
] as const satisfies readonly ZoneRole[]
export type RoleByCode = (typeof rolesByCode)[number]

/**
 * The choices when an admin creates or edits a user.
 */
export const creatableRoles = [
  'app_user',
  'zone_manager_ro',
  'zone_manager_rw',
  'client_admin',
] as const satisfies readonly Role[]

/** Whether a form or an import may give the role. */
export function isCreatable(role: Role): role is (typeof creatableRoles)[number] {
  return (creatableRoles as readonly Role[]).includes(role)
}

/** Whether an account can be given the role at all: manager, supervisor and worker exist, and nothing assigns them. */
export const isAssignable = (role: Role): boolean => isCreatable(role) || isInternalAdmin(role)

/**
 * Whether somebody of this (effective) role who may change roles in a zone may give this one there, or take it from who has it:
 * none above their own. The choices are those of an account, from the least to the most.
 */
export function mayGiveZoneRole(own: Role, role: Role): boolean {
  const step = roleSteps.indexOf(role)
  return isInternalAdmin(own) ? !isInternalAdmin(role) : step >= 0 && step <= roleSteps.indexOf(own)
}
const roleSteps: readonly Role[] = creatableRoles

const labels: Readonly<Record<Role, string>> = {
  super_admin: 'Super Admin',
  admin: 'Admin',
  manager: 'Manager',
  supervisor: 'Supervisor',
  worker: 'Worker',
  client_admin: 'Client Admin',
  zone_manager_rw: 'Zone Manager (RW)',
  zone_manager_ro: 'Zone Manager (RO)',
  app_user: 'App User',
}

/** The role as badges and lists show it. */
export function roleLabel(role: Role): string {
  return labels[role]
}

/**
 * The role as the role filter of the users page spells it out: 'Zone Manager (Read/Write)'.
 */
export function roleLongLabel(role: Role): string {
  if (role === 'zone_manager_rw') return 'Zone Manager (Read/Write)'
  if (role === 'zone_manager_ro') return 'Zone Manager (Read Only)'
  return labels[role]
}

export type RoleBadgeColor = 'red' | 'blue' | 'green' | 'yellow' | 'gray'

/** The badge colour of a role; it never speaks alone, the label stands in the badge. */
export function roleBadgeColor(role: Role): RoleBadgeColor {
  if (isInternalAdmin(role)) return 'red'
  if (role === 'client_admin') return 'blue'
  if (role === 'zone_manager_rw') return 'green'
  if (role === 'zone_manager_ro') return 'yellow'
  return 'gray'
}

/** super_admin and admin: they see every active zone and need no assignment. */
export function isInternalAdmin(role: Role): role is 'super_admin' | 'admin' {
  return role === 'super_admin' || role === 'admin'
}

/** Read-write and read-only managers; 'the last zone manager of a zone' counts both. */
export function isZoneManager(role: Role): role is 'zone_manager_rw' | 'zone_manager_ro' {
  return role === 'zone_manager_rw' || role === 'zone_manager_ro'
}

/** Whether entering a zone in this role asks for the zone entry PIN. Ask it of the effective role. */
export function needsPin(role: Role): role is 'zone_manager_rw' | 'zone_manager_ro' | 'app_user' {
  return isZoneManager(role) || role === 'app_user'
}

/**
 * The role that counts inside a zone: internal admins keep their global role everywhere; everyone else has the role
 * of their assignment there, and the global role where there is none.
 */
export function effectiveRole(globalRole: Role, zoneRole: ZoneRole | undefined): Role {
  if (isInternalAdmin(globalRole)) return globalRole
  return zoneRole ?? globalRole
}
