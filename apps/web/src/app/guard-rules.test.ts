import { describe, expect, it } from 'vitest'
import { toInnerPath } from '../lib/paths.ts'
import { getPathAfterSignIn, mustChooseZone } from './guard-rules.ts'

const member = {
  pathname: '/hazards',
  globalRole: 'app_user',
  landing: 'zone-selection',
  availableZones: 2,
  hasSelectedZone: false,
} as const

describe('the zone guard', () => {
  it('requires a selection when there are zones and none is selected', () => {
    expect(mustChooseZone(member)).toBe(true)
    expect(mustChooseZone({ ...member, globalRole: 'client_admin' })).toBe(true)
  })

  it('lets people pass who have selected a zone, or have no zone at all', () => {
    expect(mustChooseZone({ ...member, hasSelectedZone: true })).toBe(false)
    expect(mustChooseZone({ ...member, availableZones: 0 })).toBe(false)
  })

  it('does not apply to the zone selection and the settings', () => {
    expect(mustChooseZone({ ...member, pathname: '/zone-selection' })).toBe(false)
    expect(mustChooseZone({ ...member, pathname: '/settings' })).toBe(false)
  })

  it('keeps people whose landing page is the admin dashboard there, and nowhere else', () => {
    const adminLandingInput = { ...member, landing: 'super-admin-dashboard' } as const
    expect(mustChooseZone({ ...adminLandingInput, pathname: '/super-admin-dashboard' })).toBe(false)
    expect(mustChooseZone(adminLandingInput)).toBe(true)
    expect(mustChooseZone({ ...member, pathname: '/super-admin-dashboard' })).toBe(true)
  })

  it('is skipped for internal admins', () => {
    expect(mustChooseZone({ ...member, globalRole: 'super_admin' })).toBe(false)
    expect(mustChooseZone({ ...member, globalRole: 'admin' })).toBe(false)
  })
})

describe('after signing in', () => {
  it('opens the landing page given by the server', () => {
    expect(getPathAfterSignIn('super-admin-dashboard', undefined)).toBe('/super-admin-dashboard')
    expect(getPathAfterSignIn('zone-selection', undefined)).toBe('/zone-selection')
  })

  it('returns to the requested page, through the zone selection where a zone is needed first', () => {
    expect(getPathAfterSignIn('super-admin-dashboard', '/users')).toBe('/users')
    expect(getPathAfterSignIn('zone-selection', '/hazards?status=open')).toBe(
      '/zone-selection?next=%2Fhazards%3Fstatus%3Dopen',
    )
    const zoneId = '0192f0c0-0000-7000-8000-000000000101'
    expect(getPathAfterSignIn('zone-selection', `/hazards?report=1&zone=${zoneId}`)).toBe(
      `/zone-selection?zone=${zoneId}&next=%2Fhazards%3Freport%3D1%26zone%3D${zoneId}`,
    )
    expect(getPathAfterSignIn('zone-selection', '/zone-selection')).toBe('/zone-selection')
    expect(getPathAfterSignIn('zone-selection', '/settings')).toBe('/settings')
    expect(getPathAfterSignIn('zone-selection', '/reports?kind=attendance')).toBe('/reports?kind=attendance')
  })

  it('never leads outside the app or back to the sign-in', () => {
    for (const from of [
      'https://evil.example',
      '//evil.example',
      '/login',
      '/signup?x=1',
      '/',
      7,
      undefined,
    ]) {
      expect(toInnerPath(from)).toBeUndefined()
    }
  })
})
