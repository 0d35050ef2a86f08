import { limits } from '@muster/domain/limits.ts'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPosition } from '../features/presence/check-position.ts'
import { readCode } from '../testing/caller.ts'
import { insideTestBox, type TestUser, type TestZone, testBox } from '../testing/factories.ts'
import { createTestServices } from '../testing/test-services.ts'

const limit = limits.myZonesMost
const count = limit + 40

let muster: Awaited<ReturnType<typeof createTestServices>>
let admin: TestUser
let member: TestUser
let other: TestUser
/** Ordered by name. */
let zones: TestZone[]

beforeAll(async () => {
  muster = await createTestServices()
  const { make, db } = muster
  admin = await make.user({ role: 'admin' })
  member = await make.user({ role: 'client_admin' })
  other = await make.user({ role: 'client_admin' })
  zones = Array.from({ length: count }, (_, n) => ({
    id: uuidV7(),
    // Each name occurs twice, so that the id decides the order.
    name: `Site ${String(n >> 1).padStart(4, '0')}`,
  }))
  const { start, end } = testBox
  await db.asOwner('test data', async tx => {
    const box = { boundary: 'rectangle' as const, status: 'active', shape: JSON.stringify(testBox) }
    const corners = { start_lat: start.lat, start_lng: start.lng, end_lat: end.lat, end_lng: end.lng }
    await tx
      .insertInto('zones')
      .values(zones.map(zone => ({ ...zone, ...box, ...corners })))
      .execute()
    await tx
      .insertInto('zone_assignments')
      .values(
        zones.map(zone => ({
          zone_id: zone.id,
          user_id: member.id,
          role: 'client_admin',
          accepted_at: new Date(),
        })),
      )
      .execute()
  })
  zones.sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
  await make.assign(other, await make.zone({ name: 'Elsewhere' }), 'client_admin')
  await make.zone({ name: 'Site closed', status: 'suspended' })
})
afterAll(() => muster.stop())

const last = () => zones.at(-1) as TestZone

/** Reads all pages of a list. */
async function read<Row>(page: (cursor?: string) => Promise<{ rows: Row[]; next: string | null }>) {
  const rows: Row[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const answer = await page(cursor)
    rows.push(...answer.rows)
    cursor = answer.next ?? undefined
    more = cursor !== undefined
  }
  return rows
}

test('the first response is limited, and contains the total', async () => {
  const own = await muster.call(member).zones.mine()
  expect(own.zones).toHaveLength(limit)
  expect(own.total).toBe(count)
  // An internal admin sees all active ones.
  expect((await muster.call(admin).zones.mine()).total).toBe(count + 1)
  expect(await muster.call(other).zones.mine()).toMatchObject({ zones: [{ name: 'Elsewhere' }] })
  expect((await muster.call(other).zones.mine()).total).toBeUndefined()
})

test('the pages contain every zone once, by name, and none of anybody else', async () => {
  const { available } = muster.call(member).zones
  const rows = await read(cursor => available({ cursor, limit: 200 }))
  expect(rows.map(({ id }) => id)).toEqual(zones.map(({ id }) => id))
  expect(rows[0]).toMatchObject({ myRole: 'client_admin', invited: false, shape: testBox })
  const all = await read(cursor => muster.call(admin).zones.available({ cursor, limit: 200 }))
  expect(all.map(({ name }) => name)).toEqual(['Elsewhere', ...zones.map(({ name }) => name)])
  expect((await muster.call(other).zones.available({})).rows.map(({ name }) => name)).toEqual(['Elsewhere'])
  expect(await readCode(muster.call().zones.available({}))).toBe('UNAUTHORIZED')
})

test('a zone beyond the first response is found by its words, and by id', async () => {
  const { available } = muster.call(member).zones
  const { name, id } = last()
  expect((await available({ search: name.toLowerCase() })).rows.at(-1)).toMatchObject({ id, name })
  expect((await available({ search: '%' })).rows).toEqual([])
  expect((await available({ zoneId: id })).rows).toMatchObject([{ id }])
  expect((await muster.call(other).zones.available({ zoneId: id })).rows).toEqual([])
  const { next } = await available({ limit: 1 })
  expect(await readCode(muster.call(admin).zones.all({ cursor: next ?? '' }))).toBe('CURSOR_INVALID')
})

test('one’s own presence covers a zone beyond the first response', async () => {
  const call = muster.call(member)
  const zoneId = last().id
  const reading = () => ({
    id: uuidV7(),
    ...insideTestBox,
    accuracyMeters: 5,
    capturedAt: new Date().toISOString(),
  })
  await checkPosition(
    muster.services.presence,
    { userId: member.id, role: 'client_admin' },
    reading(),
    [zoneId],
    'device',
  )
  const own = await call.presence.mine()
  expect(own.zones).toHaveLength(limit)
  // The zone with the newest reading is first.
  expect(own.zones[0]).toMatchObject({ zoneId, presence: 'inside', recent: [{ exitTime: null }] })
  const zoneIds = new Set(own.zones.map(one => one.zoneId))
  const untold = zones.find(({ id }) => !zoneIds.has(id))?.id ?? ''
  expect((await call.presence.mine({ zoneId: untold })).zones).toMatchObject([{ zoneId: untold, recent: [] }])
  expect((await muster.call(other).presence.mine({ zoneId })).zones).toEqual([])
  // A manual check counts in all of them, however many batches it takes.
  const { alsoInside } = await call.presence.checkUserInZone({ zoneId, ...reading() })
  expect(alsoInside).toHaveLength(count - 1)
  expect((await call.presence.mine({ zoneId: untold })).zones).toMatchObject([{ presence: 'inside' }])
})

test('an assignment beyond the first response is marked among the zones to assign', async () => {
  const { zoneChoices, detail } = muster.call(admin).accounts
  const rows = await read(cursor => zoneChoices({ userId: member.id, cursor, limit: 200 }))
  expect(rows.filter(({ assigned }) => assigned).map(({ id }) => id)).toEqual(zones.map(({ id }) => id))
  expect(rows.filter(({ assigned }) => !assigned).map(({ name, status }) => [name, status])).toEqual([
    ['Elsewhere', 'active'],
    ['Site closed', 'suspended'],
  ])
  expect((await zoneChoices({ userId: other.id, search: 'else' })).rows).toMatchObject([{ assigned: true }])
  expect(await readCode(muster.call(member).accounts.zoneChoices({ userId: other.id }))).toBe('FORBIDDEN')
  expect(await detail({ userId: member.id })).toMatchObject({ zonesTotal: count })
  expect((await detail({ userId: other.id })).zonesTotal).toBeUndefined()
})
