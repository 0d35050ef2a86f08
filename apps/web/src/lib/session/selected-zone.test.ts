import { expect, it } from 'vitest'
import { asksPin, roleInZone, selectedZone } from './selected-zone.ts'

const yard = { id: 'yard', myRole: 'app_user', entryExpiresAt: null } as Parameters<
  typeof selectedZone
>[1][number]
const dock = { ...yard, id: 'dock' }
const entered = (zone: typeof yard) => ({ ...zone, entryExpiresAt: '2036-01-01T00:00:00.000Z' })

it('the zone’s role applies, except that internal admins keep their global role', () => {
  expect(roleInZone('app_user', { myRole: 'zone_manager_rw' })).toBe('zone_manager_rw')
  expect(roleInZone('admin', { myRole: 'app_user' })).toBe('admin')
  expect(roleInZone('client_admin', undefined)).toBe('client_admin')
})

it('managers and app users must enter the PIN once', () => {
  expect(asksPin('app_user', yard)).toBe(true)
  expect(asksPin('app_user', entered(yard))).toBe(false)
  expect(asksPin('client_admin', { ...yard, myRole: 'client_admin' })).toBe(false)
  expect(asksPin('super_admin', yard)).toBe(false)
})

it('no zone is selected by default if there are several', () => {
  expect(selectedZone('app_user', [entered(yard), entered(dock)], null)).toBeUndefined()
  expect(selectedZone('app_user', [entered(yard), entered(dock)], 'dock')?.id).toBe('dock')
})

it('a selection that is no longer available, or whose entry has expired, is dropped', () => {
  expect(selectedZone('app_user', [entered(yard), entered(dock)], 'gone')).toBeUndefined()
  expect(selectedZone('app_user', [entered(yard), dock], 'dock')).toBeUndefined()
})

it('a non-admin’s only zone is selected automatically, after the PIN if one is required', () => {
  expect(selectedZone('app_user', [entered(yard)], null)?.id).toBe('yard')
  expect(selectedZone('app_user', [yard], null)).toBeUndefined()
  expect(selectedZone('admin', [yard], null)).toBeUndefined()
})
