import { i18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import {
  codeAssignableRoles,
  creatableRoles,
  effectiveRole,
  isInternalAdmin,
  isZoneManager,
  mayGiveZoneRole,
  needsPin,
  roleBadgeColor,
  roleLabel,
  roleLongLabel,
  roles,
  zoneRoles,
} from './role.ts'

describe('roles', () => {
  test('have the labels and badge colours of the specification', () => {
    expect(roles.map(role => [role, i18n._(roleLabel(role)), roleBadgeColor(role)])).toEqual([
      ['super_admin', 'Super Admin', 'red'],
      ['admin', 'Admin', 'red'],
      ['manager', 'Manager', 'gray'],
      ['supervisor', 'Supervisor', 'gray'],
      ['worker', 'Worker', 'gray'],
      ['client_admin', 'Client Admin', 'blue'],
      ['zone_manager_rw', 'Zone Manager (RW)', 'green'],
      ['zone_manager_ro', 'Zone Manager (RO)', 'yellow'],
      ['app_user', 'App User', 'gray'],
    ])
  })

  test('are spelled out in the role filter', () => {
    expect(['app_user', 'zone_manager_ro', 'zone_manager_rw', 'client_admin'] as const).toEqual(
      creatableRoles,
    )
    expect(creatableRoles.map(role => i18n._(roleLongLabel(role)))).toEqual([
      'App User',
      'Zone Manager (Read Only)',
      'Zone Manager (Read/Write)',
      'Client Admin',
    ])
  })

  test('do not include internal admin among those that can be assigned in a zone', () => {
    expect(zoneRoles.filter(isInternalAdmin)).toEqual([])
    expect([...zoneRoles].sort()).toEqual(roles.filter(role => !isInternalAdmin(role)).sort())
    expect(codeAssignableRoles).toEqual(['app_user', 'zone_manager_rw', 'zone_manager_ro'])
  })

  test('identify internal admins, zone managers and the roles that need the PIN', () => {
    expect(roles.filter(isInternalAdmin)).toEqual(['super_admin', 'admin'])
    expect(roles.filter(isZoneManager)).toEqual(['zone_manager_rw', 'zone_manager_ro'])
    expect(roles.filter(needsPin)).toEqual(['zone_manager_rw', 'zone_manager_ro', 'app_user'])
  })
})

test('nobody can give a zone role above their own, and internal admins can give every zone role', () => {
  const listGivable = (ownRole: (typeof roles)[number]) =>
    creatableRoles.filter(role => mayGiveZoneRole(ownRole, role))
  expect(roles.map(ownRole => listGivable(ownRole).length)).toEqual([4, 4, 0, 0, 0, 4, 3, 2, 1])
  expect(listGivable('zone_manager_rw')).toEqual(['app_user', 'zone_manager_ro', 'zone_manager_rw'])
  expect(
    roles.filter(ownRole => mayGiveZoneRole(ownRole, 'admin') || mayGiveZoneRole(ownRole, 'super_admin')),
  ).toEqual([])
})

describe('the effective role', () => {
  test('is the global role of an internal admin in every zone', () => {
    for (const zoneRole of zoneRoles) {
      expect(effectiveRole('super_admin', zoneRole)).toBe('super_admin')
      expect(effectiveRole('admin', zoneRole)).toBe('admin')
    }
  })

  test("is the zone's role for everyone else, whether higher or lower", () => {
    expect(effectiveRole('app_user', 'zone_manager_rw')).toBe('zone_manager_rw')
    expect(effectiveRole('client_admin', 'app_user')).toBe('app_user')
  })

  test('falls back to the global role without an assignment', () => {
    for (const role of roles) expect(effectiveRole(role, undefined)).toBe(role)
  })
})
