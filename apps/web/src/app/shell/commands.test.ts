import { roles } from '@muster/domain/role.ts'
import { expect, it, vi } from 'vitest'
import { createCommands, findCommands } from './commands.ts'
import { getAdministrationPages, getMenu, getPlaces } from './menu.ts'

function listCommands(role: (typeof roles)[number]) {
  const chooseZone = vi.fn()
  const commands = createCommands({
    places: getPlaces(role, { hasZones: true }),
    acts: [],
    zones: [{ id: 'z1', name: 'North yard' }],
    allZones: [{ id: 'z1', name: 'North yard' }],
    chooseZone,
    toggleSidebar: vi.fn(),
    setAppearance: vi.fn(),
    signOut: vi.fn(),
  })
  return { commands, chooseZone }
}

it.each(roles)(
  'offers %s the places in their own menu, further ones, Settings and Sign Out, each once',
  role => {
    const { commands } = listCommands(role)
    const labels = commands.map(({ label }) => label)
    for (const { label } of getMenu(role, true).entries) expect(labels).toContain(label)
    expect(labels).toContain('Settings')
    expect(labels).toContain('Sign Out')
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  },
)

it('finds commands by any words in any order', () => {
  const { commands } = listCommands('zone_manager_rw')
  const findLabels = (text: string) => findCommands(commands, text).map(({ label }) => label)
  expect(findLabels('presence zone')).toEqual(['Zone Presence'])
  expect(findLabels('DARK')).toContain('Appearance: Dark')
  expect(findLabels('logout')).toEqual(['Sign Out'])
  expect(findLabels('work yard')).toEqual(['North yard'])
  expect(findLabels('nothing such')).toEqual([])
  expect(findLabels('  ')).toHaveLength(commands.length)
})

it('finds the lists of people and zones by what can be done there', () => {
  const { commands } = listCommands('super_admin')
  const findLabels = (text: string) => findCommands(commands, text).map(({ label }) => label)
  expect(findLabels('add user')).toEqual(['Employees', 'App Users'])
  expect(findLabels('suspend')).toEqual(['Employees', 'Zones'])
  expect(findLabels('import')).toEqual(['Employees', 'Zones', 'Imports'])
})

it('finds the pages of Administration by its name', () => {
  const { commands } = listCommands('super_admin')
  expect(findCommands(commands, 'administration').map(({ label }) => label)).toEqual(
    getAdministrationPages('super_admin').map(({ label }) => label),
  )
})

it('opens the place or the zone', () => {
  const { commands, chooseZone } = listCommands('app_user')
  expect(findCommands(commands, 'alerts')[0]?.address).toEqual({ to: '/alerts' })
  expect(findCommands(commands, 'zones north')[0]?.address).toEqual({ to: '/zones/z1' })
  findCommands(commands, 'work north')[0]?.run?.()
  expect(chooseZone).toHaveBeenCalledExactlyOnceWith('z1')
})
