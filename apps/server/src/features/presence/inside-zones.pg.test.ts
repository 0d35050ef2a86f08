import { limits } from '@muster/domain/limits.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { countUnseen } from './count-unseen.ts'
import { createPendingCheck } from './testing/checks.ts'

const muster = testServices()
let admin: TestUser
let manager: TestUser

const longAgo = Date.now() - limits.presenceStaleMs - 60_000

/**
 * Creates the zones and people. Ann is inside two zones and was seen just now in one of them. Bob is inside the full hall. Cy was
 * last seen long ago.
 */
beforeAll(async () => {
  const { make, services, db } = muster
  admin = await make.user({ role: 'super_admin' })
  manager = await make.user()
  const [ann, bob, cy] = [await make.user(), await make.user(), await make.user()]
  const yard = await make.zone({ name: 'North yard' })
  const hall = await make.zone({ name: 'Full hall', maxCapacity: 1 })
  const dock = await make.zone({ name: 'Stale dock', maxCapacity: 9 })
  await make.zone({ name: 'Empty yard' })
  await make.assign(manager, hall, 'zone_manager_rw')
  for (const [user, zone, at] of [
    [ann, yard, longAgo],
    [ann, hall, Date.now()],
    [bob, hall, Date.now()],
    [cy, dock, longAgo],
  ] as const) {
    await make.assign(user, zone)
    await services.presence.writer.write(createPendingCheck(user, zone, at))
  }
  await countUnseen(db)
})

const listZones = async (input: { search?: string; only?: 'over' | 'unseen' } = {}) => {
  const { rows } = await muster.call(admin).presence.insideZones({ ...input, limit: 50 })
  return rows.map(({ name, inside, unseen }) => `${name} ${inside} ${unseen}`)
}

test('everybody inside any zone is counted once, and those not recently seen in any zone are counted separately', async () => {
  expect(await muster.call(admin).presence.insideCounts()).toEqual({
    people: 3,
    parts: { byPhone: 3, byBadge: 0, visitors: 0 },
    unseen: 1,
    zones: 3,
    zonesOverCapacity: 1,
    zonesWithUnseen: 2,
  })
})

test('zones with people inside are listed in pages, those over capacity first', async () => {
  const allZones = await listZones()
  expect(allZones).toHaveLength(3)
  expect(allZones[0]).toBe('Full hall 2 0')
  expect(allZones.slice(1).sort()).toEqual(['North yard 1 1', 'Stale dock 1 1'])

  const pagedNames: string[] = []
  let cursor: string | undefined
  do {
    const { rows, next } = await muster.call(admin).presence.insideZones({ limit: 1, cursor })
    pagedNames.push(...rows.map(({ name, inside, unseen }) => `${name} ${inside} ${unseen}`))
    cursor = next ?? undefined
  } while (cursor)
  expect(pagedNames).toEqual(allZones)
})

test('a search by name also finds zones without anybody inside', async () => {
  expect(await listZones({ only: 'over' })).toEqual(['Full hall 2 0'])
  expect((await listZones({ only: 'unseen' })).sort()).toEqual(['North yard 1 1', 'Stale dock 1 1'])
  expect(await listZones({ search: 'yard' })).toEqual(['North yard 1 1', 'Empty yard 0 0'])
  expect(await listZones({ search: '100%' })).toEqual([])
})
