import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** All roles that a person or a zone assignment can have. */
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

/** The roles of zone assignments. Internal admins need no assignment, so their roles are missing here. */
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

/** The roles offered in the Add User by Code dialog. */
export const codeAssignableRoles = [
  'app_user',
  'zone_manager_rw',
  'zone_manager_ro',
] as const satisfies readonly ZoneRole[]
export type CodeAssignableRole = (typeof codeAssignableRoles)[number]

/** The roles offered when an admin creates or edits a user. */
export const creatableRoles = [
  'app_user',
  'zone_manager_ro',
  'zone_manager_rw',
  'client_admin',
] as const satisfies readonly Role[]

/** Returns true if a form or an import may assign the role. */
export function isCreatable(role: Role): role is (typeof creatableRoles)[number] {
  return (creatableRoles as readonly Role[]).includes(role)
}

/** Manager, supervisor and worker exist, but nothing assigns them. */
export const isAssignable = (role: Role): boolean => isCreatable(role) || isInternalAdmin(role)

/**
 * For who may change roles, with `ownRole`. Internal admins: all; others: none above their own, in the order of `creatableRoles`
 * (lowest first).
 */
export function mayGiveZoneRole(ownRole: Role, role: Role): boolean {
  const stepIndex = roleSteps.indexOf(role)
  return isInternalAdmin(ownRole)
    ? !isInternalAdmin(role)
    : stepIndex >= 0 && stepIndex <= roleSteps.indexOf(ownRole)
}
const roleSteps: readonly Role[] = creatableRoles

const labelsByRole: Readonly<Record<Role, MessageDescriptor>> = {
  super_admin: msg`Super Admin`,
  admin: msg`Admin`,
  manager: msg`Manager`,
  supervisor: msg`Supervisor`,
  worker: msg`Worker`,
  client_admin: msg`Client Admin`,
  zone_manager_rw: msg`Zone Manager (RW)`,
  zone_manager_ro: msg`Zone Manager (RO)`,
  app_user: msg`App User`,
}

/** Returns the label of the role in badges and lists. */
export function roleLabel(role: Role): MessageDescriptor {
  return labelsByRole[role]
}

/** Returns the long label shown in the role filter of the users page, such as 'Zone Manager (Read/Write)'. */
export function roleLongLabel(role: Role): MessageDescriptor {
  if (role === 'zone_manager_rw') return msg`Zone Manager (Read/Write)`
  if (role === 'zone_manager_ro') return msg`Zone Manager (Read Only)`
  return labelsByRole[role]
}

export type RoleBadgeColor = 'red' | 'blue' | 'green' | 'yellow' | 'gray'

/** Returns the badge colour of a role. Colour is never the only cue: the badge also contains the label. */
export function roleBadgeColor(role: Role): RoleBadgeColor {
  if (isInternalAdmin(role)) return 'red'
  if (role === 'client_admin') return 'blue'
  if (role === 'zone_manager_rw') return 'green'
  if (role === 'zone_manager_ro') return 'yellow'
  return 'gray'
}

/** Returns true for super_admin and admin, who see every active zone and need no assignment. */
export function isInternalAdmin(role: Role): role is 'super_admin' | 'admin' {
  return role === 'super_admin' || role === 'admin'
}

/** Returns true for read-write and read-only managers. The rule that protects a zone's last manager counts both. */
export function isZoneManager(role: Role): role is 'zone_manager_rw' | 'zone_manager_ro' {
  return role === 'zone_manager_rw' || role === 'zone_manager_ro'
}

/** Returns true if entering a zone with this effective role requires the zone entry PIN. */
export function needsPin(role: Role): role is 'zone_manager_rw' | 'zone_manager_ro' | 'app_user' {
  return isZoneManager(role) || role === 'app_user'
}

/**
 * Returns the role that applies inside a zone: internal admins keep their global role; everybody else has the role of their
 * assignment, or their global role if they have none.
 */
export function effectiveRole(globalRole: Role, zoneRole: ZoneRole | undefined): Role {
  if (isInternalAdmin(globalRole)) return globalRole
  return zoneRole ?? globalRole
}
