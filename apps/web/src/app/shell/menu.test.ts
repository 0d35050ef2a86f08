import { can } from '@muster/domain/permission.ts'
import { roles } from '@muster/domain/role.ts'
import { describe, expect, it } from 'vitest'
import { captain, getBottomBar, getMenu, organisations } from './menu.ts'

const listMenu = (role: (typeof roles)[number], hasZones = true) =>
  getMenu(role, hasZones).map(({ label, to }) => `${label} ${to}`)

describe('the side menu', () => {
  it('contains every section for a super admin', () => {
    expect(listMenu('super_admin')).toEqual([
      'Dashboard /super-admin',
      'Employees /users',
      'Zones /zones',
      'Organisations /organisations',
      'Inside now /inside-now',
      'Visitors /visitors',
      'Emergencies /emergencies',
      'App Users /zone-app-users',
      'Reports /reports',
      'Security /security',
      'Webhooks /webhooks',
      'Map settings /map-settings',
      'Backups /super-admin/backups',
    ])
  })

  it('contains the zones and their activity for an admin', () => {
    expect(listMenu('admin')).toEqual([
      'Dashboard /dashboard',
      'Users /users',
      'Zones /zones',
      'Organisations /organisations',
      'Inside now /inside-now',
      'Visitors /visitors',
      'Emergencies /emergencies',
      'App Users /zone-app-users',
      'Reports /reports',
      'Security /security',
      'Webhooks /webhooks',
    ])
  })

  it.each(['zone_manager_rw', 'zone_manager_ro'] as const)('calls the notifications Notify for %s', role => {
    expect(listMenu(role)).toEqual([
      'Dashboard /dashboard',
      'Alerts /alerts',
      'Broadcasts /broadcasts',
      'Notify /hazards',
      'Files & Folders /documents',
      'Groups /my-groups',
      'App Users /zone-app-users',
      'Zone Presence /zones',
      'Inside now /inside-now',
      'Visitors /visitors',
      'Emergencies /emergencies',
      'Reports /reports',
    ])
  })

  it('is the manager’s menu for a client admin, except that it calls the notifications Notifications', () => {
    expect(listMenu('client_admin')).toEqual(
      listMenu('zone_manager_rw').map(entry =>
        entry === 'Notify /hazards' ? 'Notifications /hazards' : entry,
      ),
    )
  })

  it("contains the member's screens for an app user", () => {
    expect(listMenu('app_user')).toEqual([
      'Dashboard /dashboard',
      'Alerts /alerts',
      'Broadcasts /broadcasts',
      'Notifications /hazards',
      'Files & Folders /documents',
      'Groups /my-groups',
      'Zone Presence /my-zones',
      'Reports /reports',
    ])
  })

  // The specification gives these three roles no menu; they see what their permissions allow.
  it.each([
    ['manager', ['Users /users']],
    ['supervisor', ['Users /users']],
    ['worker', []],
  ] as const)('contains what their permissions allow for a %s', (role, expected) => {
    expect(listMenu(role)).toEqual([
      'Dashboard /dashboard',
      'Alerts /alerts',
      'Broadcasts /broadcasts',
      'Notifications /hazards',
      'Zone Presence /my-zones',
      ...expected,
    ])
  })

  it('has the places that only the person has: Captain below the first entry, the others last', () => {
    const labels = getMenu('client_admin', true, [captain, organisations]).map(it => it.label)
    expect(labels.slice(0, 3)).toEqual(['Dashboard', 'Captain', 'Alerts'])
    expect(labels.at(-1)).toBe('Organisations')
    expect(labels.filter(it => it !== 'Captain').slice(0, -1)).toEqual(
      getMenu('client_admin', true).map(it => it.label),
    )
  })

  it('shows only Dashboard to zone-bound people without zones, and everything to internal admins', () => {
    for (const role of roles) {
      if (role === 'super_admin' || role === 'admin')
        expect(getMenu(role, false)).toEqual(getMenu(role, true))
      else expect(listMenu(role, false)).toEqual(['Dashboard /dashboard'])
    }
  })
})

describe('the bottom bar', () => {
  it('has four places around the primary action, for every role with zones', () => {
    for (const role of roles)
      for (const hasGroups of [false, true]) {
        const bar = getBottomBar(role, true, hasGroups)
        expect(bar?.places).toHaveLength(4)
        const targets = [...(bar?.places ?? []), bar?.main].map(item => item?.to)
        expect(new Set(targets).size).toBe(5)
      }
  })

  it('leads to the groups of members and managers who are in one', () => {
    const leadsToGroups = (role: (typeof roles)[number], hasGroups: boolean) =>
      getBottomBar(role, true, hasGroups)?.places.some(({ to }) => to === '/my-groups')
    for (const role of ['app_user', 'zone_manager_rw'] as const) {
      expect(leadsToGroups(role, true)).toBe(true)
      expect(leadsToGroups(role, false)).toBe(false)
    }
  })

  it('leads supervisors to the people they look after', () => {
    for (const hasGroups of [true, false])
      expect(getBottomBar('supervisor', true, hasGroups)?.places.map(({ label }) => label)).toContain('Users')
    expect(getBottomBar('worker', true, false)?.places.map(({ label }) => label)).not.toContain('Users')
  })

  it('puts Check Position in the middle for members and Inside now for managers', () => {
    expect(getBottomBar('app_user', true, false)?.main.label).toBe('Check Position')
    expect(getBottomBar('zone_manager_ro', true, false)?.main.label).toBe('Inside now')
    expect(getBottomBar('client_admin', true, false)?.main.label).toBe('Inside now')
    expect(getBottomBar('super_admin', false, false)?.main.label).toBe('Inside now')
  })

  it('uses the labels of the side menu', () => {
    const listBarLabels = (role: (typeof roles)[number]) =>
      getBottomBar(role, true, false)?.places.map(({ label }) => label)
    expect(listBarLabels('client_admin')).toContain('Notifications')
    expect(listBarLabels('app_user')).toContain('Notifications')
    expect(listBarLabels('zone_manager_rw')).toContain('Notify')
    expect(listBarLabels('super_admin')).toContain('Employees')
    expect(listBarLabels('admin')).toContain('Users')
  })

  it('offers Inside now only to people who may see presence', () => {
    for (const role of roles) {
      const offersInsideNow = getMenu(role, true).some(({ to }) => to === '/inside-now')
      expect(offersInsideNow, role).toBe(can(role, 'view_attendance'))
    }
    expect(getBottomBar('zone_manager_rw', true, false)?.main.to).toBe('/inside-now')
  })

  it('is absent for people without zones', () => {
    expect(getBottomBar('app_user', false, false)).toBeUndefined()
  })
})
