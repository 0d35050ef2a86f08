import { expect, it } from 'vitest'
import { pickSelectedZone, requiresPin, roleInZone } from './selected-zone.ts'

const yard = { id: 'yard', myRole: 'app_user', entryExpiresAt: null } as Parameters<
  typeof pickSelectedZone
>[1][number]
const dock = { ...yard, id: 'dock' }
const withEntry = (zone: typeof yard) => ({ ...zone, entryExpiresAt: '2036-01-01T00:00:00.000Z' })

it('the zone’s role applies, except that internal admins keep their global role', () => {
  expect(roleInZone('app_user', { myRole: 'zone_manager_rw' })).toBe('zone_manager_rw')
  expect(roleInZone('admin', { myRole: 'app_user' })).toBe('admin')
  expect(roleInZone('client_admin', undefined)).toBe('client_admin')
})

it('managers and app users must enter the PIN once', () => {
  expect(requiresPin('app_user', yard)).toBe(true)
  expect(requiresPin('app_user', withEntry(yard))).toBe(false)
  expect(requiresPin('client_admin', { ...yard, myRole: 'client_admin' })).toBe(false)
  expect(requiresPin('super_admin', yard)).toBe(false)
})

it('no zone is selected by default if there are several', () => {
  expect(pickSelectedZone('app_user', [withEntry(yard), withEntry(dock)], null)).toBeUndefined()
  expect(pickSelectedZone('app_user', [withEntry(yard), withEntry(dock)], 'dock')?.id).toBe('dock')
})

it('a selection that is no longer available, or whose entry has expired, is dropped', () => {
  expect(pickSelectedZone('app_user', [withEntry(yard), withEntry(dock)], 'gone')).toBeUndefined()
  expect(pickSelectedZone('app_user', [withEntry(yard), dock], 'dock')).toBeUndefined()
})

it('a non-admin’s only zone is selected automatically, after the PIN if one is required', () => {
  expect(pickSelectedZone('app_user', [withEntry(yard)], null)?.id).toBe('yard')
  expect(pickSelectedZone('app_user', [yard], null)).toBeUndefined()
  expect(pickSelectedZone('admin', [yard], null)).toBeUndefined()
})
