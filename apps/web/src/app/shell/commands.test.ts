import { roles } from '@muster/domain/role.ts'
import { expect, it, vi } from 'vitest'
import { createCommands, findCommands } from './commands.ts'
import { getFurtherPlaces, getMenu } from './menu.ts'

function listCommands(role: (typeof roles)[number]) {
  const navigate = vi.fn()
  const chooseZone = vi.fn()
  const openZone = vi.fn()
  const commands = createCommands({
    places: [...getMenu(role, true), ...getFurtherPlaces(role, true)],
    zones: [{ id: 'z1', name: 'North yard' }],
    allZones: [{ id: 'z1', name: 'North yard' }],
    openZone,
    go: navigate,
    chooseZone,
    toggleSidebar: vi.fn(),
    setAppearance: vi.fn(),
    signOut: vi.fn(),
  })
  return { commands, go: navigate, chooseZone, openZone }
}

it.each(roles)(
  'offers %s the places in their own menu, further ones, Settings and Sign Out, each once',
  role => {
    const { commands } = listCommands(role)
    const labels = commands.map(({ label }) => label)
    for (const { label } of getMenu(role, true)) expect(labels).toContain(label)
    expect(labels).toContain('Settings')
    expect(labels).toContain('Sign Out')
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  },
)

it('finds commands by any words in any order', () => {
  const { commands } = listCommands('zone_manager_rw')
  const findLabels = (text: string) => findCommands(commands, text).map(({ label }) => label)
  expect(findLabels('presence zone')).toEqual(['Zone Presence'])
  expect(findLabels('DARK')).toEqual(['Appearance: Dark'])
  expect(findLabels('work yard')).toEqual(['North yard'])
  expect(findLabels('nothing such')).toEqual([])
  expect(findLabels('  ')).toHaveLength(commands.length)
})

it('opens the place or the zone', () => {
  const { commands, go, chooseZone, openZone } = listCommands('app_user')
  findCommands(commands, 'alerts')[0]?.run()
  findCommands(commands, 'work north')[0]?.run()
  findCommands(commands, 'zones north')[0]?.run()
  expect(go).toHaveBeenCalledWith('/alerts')
  expect(chooseZone).toHaveBeenCalledExactlyOnceWith('z1')
  expect(openZone).toHaveBeenCalledExactlyOnceWith('z1')
})
