import { can } from '@muster/domain/permission.ts'
import { type Role, roles } from '@muster/domain/role.ts'
import { describe, expect, it } from 'vitest'
import { captain, getAdministrationPages, getBottomBar, getMenu, organisations } from './menu.ts'

const toLine = ({ label, to }: { label: string; to: string }) => `${label} ${to}`
const listMenu = (role: Role, hasZones = true) => getMenu(role, hasZones).entries.map(toLine)
const listMore = (role: Role) => getMenu(role, true).more.map(toLine)

const adminMore = [
  'Broadcasts /broadcasts',
  'Notify /hazards',
  'Groups /my-groups',
  'Files & Folders /documents',
  'App Users /zone-app-users',
  'Visitors /visitors',
  'Reports /reports',
  'Administration /security',
]

describe('the side menu', () => {
  it('has the specified entries of a super admin first, then two more, and everything else below More', () => {
    expect(listMenu('super_admin')).toEqual([
      'Dashboard /super-admin',
      'Employees /users',
      'Zones /zones',
      'Emergencies /emergencies',
      'Inside now /inside-now',
    ])
    expect(listMore('super_admin')).toEqual(adminMore)
  })

  it('has the same for an admin, with Users', () => {
    expect(listMenu('admin')).toEqual([
      'Dashboard /dashboard',
      'Users /users',
      'Zones /zones',
      'Emergencies /emergencies',
      'Inside now /inside-now',
    ])
    expect(listMore('admin')).toEqual(adminMore)
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
      'Emergencies /emergencies',
      'Inside now /inside-now',
    ])
    expect(listMore(role)).toEqual(['Visitors /visitors', 'Reports /reports'])
  })

  it('is the manager’s menu for a client admin, except that it calls the notifications Notifications', () => {
    expect(listMenu('client_admin')).toEqual(
      listMenu('zone_manager_rw').map(entry =>
        entry === 'Notify /hazards' ? 'Notifications /hazards' : entry,
      ),
    )
  })

  it("has the member's specified screens for an app user, then Groups", () => {
    expect(listMenu('app_user')).toEqual([
      'Dashboard /dashboard',
      'Alerts /alerts',
      'Broadcasts /broadcasts',
      'Notifications /hazards',
      'Files & Folders /documents',
      'Zone Presence /my-zones',
      'Groups /my-groups',
    ])
    expect(listMore('app_user')).toEqual(['Reports /reports', 'My day /day', 'Visitors /visitors'])
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
    expect(listMore(role)).toEqual([])
  })

  it('has the places that only the person has among the two after the specified ones, or below More', () => {
    const listOwn = (role: Role) => getMenu(role, true, [captain, organisations])
    expect(
      listOwn('app_user')
        .entries.map(it => it.label)
        .slice(-2),
    ).toEqual(['Groups', 'Captain'])
    expect(listOwn('app_user').more[0]?.label).toBe('Organisations')
    expect(listOwn('client_admin').entries).toEqual(getMenu('client_admin', true).entries)
    expect(listOwn('client_admin').more.map(it => it.label)).toEqual([
      'Captain',
      'Organisations',
      'Visitors',
      'Reports',
    ])
    expect(getMenu('app_user', false, [captain]).entries.map(it => it.label)).toEqual([
      'Dashboard',
      'Captain',
    ])
  })

  it('marks Administration on the pages of its tabs, of which each role has its own', () => {
    const administration = getMenu('super_admin', true).more.at(-1)
    const listTabs = (role: Role) => getAdministrationPages(role).map(it => it.label)
    for (const { to } of getAdministrationPages('super_admin')) expect(administration?.also).toContain(to)
    expect(listTabs('super_admin')).toEqual([
      'Security',
      'Organisations',
      'System Status',
      'Webhooks',
      'Map settings',
      'Backups',
    ])
    expect(listTabs('admin')).toEqual(['Security', 'Organisations', 'System Status', 'Webhooks'])
    expect(listTabs('client_admin')).toEqual([])
  })

  it('shows only Dashboard to zone-bound people without zones, and everything to internal admins', () => {
    for (const role of roles) {
      if (role === 'super_admin' || role === 'admin')
        expect(getMenu(role, false)).toEqual(getMenu(role, true))
      else {
        expect(listMenu(role, false)).toEqual(['Dashboard /dashboard'])
        expect(getMenu(role, false).more).toEqual([])
      }
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
    const leadsToGroups = (role: Role, hasGroups: boolean) =>
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
    const listBarLabels = (role: Role) => getBottomBar(role, true, false)?.places.map(({ label }) => label)
    expect(listBarLabels('client_admin')).toContain('Notifications')
    expect(listBarLabels('app_user')).toContain('Notifications')
    expect(listBarLabels('zone_manager_rw')).toContain('Notify')
    expect(listBarLabels('super_admin')).toContain('Employees')
    expect(listBarLabels('admin')).toContain('Users')
  })

  it('offers Inside now only to people who may see presence', () => {
    for (const role of roles) {
      const offersInsideNow = getMenu(role, true).entries.some(({ to }) => to === '/inside-now')
      expect(offersInsideNow, role).toBe(can(role, 'view_attendance'))
    }
    expect(getBottomBar('zone_manager_rw', true, false)?.main.to).toBe('/inside-now')
  })

  it('is absent for people without zones', () => {
    expect(getBottomBar('app_user', false, false)).toBeUndefined()
  })
})
