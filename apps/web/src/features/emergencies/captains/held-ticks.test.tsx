import { afterEach, expect, it } from 'vitest'
import { type HeldTick, sortHeldTicks, tickStore } from './held-ticks.ts'

const owner = 'a captain'
const aTick = (changes: Partial<HeldTick> = {}): HeldTick => ({
  requestId: 'r1',
  zoneId: 'north',
  userId: 'ann',
  name: 'Ann Test',
  state: 'safe',
  place: 'North gate',
  at: '2026-11-20T09:00:00.000Z',
  ...changes,
})
const anEmergency = (declaredAt: string, allClearAt: string | null = null, zoneIds = ['north']) => ({
  id: 'e1',
  zoneIds,
  declaredAt,
  allClearAt,
})
const now = Date.parse('2026-11-20T09:30:00.000Z')

afterEach(() => localStorage.clear())

it('holds the last tick about each person until it is removed', () => {
  tickStore.put(owner, aTick())
  tickStore.put(owner, aTick({ requestId: 'r2', state: 'help' }))
  tickStore.put(owner, aTick({ requestId: 'r3', userId: 'bob' }))
  expect(tickStore.get(owner).map(it => [it.userId, it.state])).toEqual([
    ['ann', 'help'],
    ['bob', 'safe'],
  ])
  expect(tickStore.get(owner)).toBe(tickStore.get(owner))
  tickStore.remove(owner, new Set(['r2', 'r3']))
  expect(tickStore.get(owner)).toEqual([])
})

it('sends ticks of an emergency that was declared before or soon after them, and of no other', () => {
  const sort = (emergency: ReturnType<typeof anEmergency>) =>
    sortHeldTicks([aTick()], [emergency], now).due.length
  expect(sort(anEmergency('2026-11-20T08:59:00.000Z'))).toBe(1)
  expect(sort(anEmergency('2026-11-20T09:10:00.000Z'))).toBe(1)
  expect(sort(anEmergency('2026-11-20T08:00:00.000Z', '2026-11-20T09:05:00.000Z'))).toBe(1)
  expect(sort(anEmergency('2026-11-20T08:00:00.000Z', '2026-11-20T08:55:00.000Z'))).toBe(0)
  expect(sort(anEmergency('2026-11-20T11:01:00.000Z'))).toBe(0)
  expect(sort(anEmergency('2026-11-20T08:59:00.000Z', null, ['south']))).toBe(0)
})

it('keeps ticks without an emergency for a day', () => {
  expect(sortHeldTicks([aTick()], [], now)).toEqual({ due: [], expired: [] })
  expect(sortHeldTicks([aTick()], [], now + 24 * 60 * 60 * 1_000).expired).toHaveLength(1)
})
