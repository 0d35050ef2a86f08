import { limits } from '@muster/domain/limits.ts'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { checkPosition } from '../features/presence/check-position.ts'
import { readCode } from '../testing/caller.ts'
import { insideTestBox, type TestUser, type TestZone, testBox } from '../testing/factories.ts'
import { testServices } from '../testing/test-services.ts'

const limit = limits.myZonesMost
const zoneCount = limit + 40

const muster = testServices()
let admin: TestUser
let member: TestUser
let otherMember: TestUser
/** Sorted by name. */
let zones: TestZone[]

beforeAll(async () => {
  const { make, db } = muster
  admin = await make.user({ role: 'admin' })
  member = await make.user({ role: 'client_admin' })
  otherMember = await make.user({ role: 'client_admin' })
  zones = Array.from({ length: zoneCount }, (_, n) => ({
    id: uuidV7(),
    // Each name occurs twice, so that the id decides the order.
    name: `Site ${String(n >> 1).padStart(4, '0')}`,
  }))
  const { start, end } = testBox
  await db.asOwner('test data', async tx => {
    const zoneValues = { boundary: 'rectangle', status: 'active', shape: JSON.stringify(testBox) } as const
    const corners = { start_lat: start.lat, start_lng: start.lng, end_lat: end.lat, end_lng: end.lng }
    await tx
      .insertInto('zones')
      .values(zones.map(zone => ({ ...zone, ...zoneValues, ...corners })))
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
  await make.assign(otherMember, await make.zone({ name: 'Elsewhere' }), 'client_admin')
  await make.zone({ name: 'Site closed', status: 'suspended' })
})

const getLastZone = () => zones.at(-1) as TestZone

/** Reads all pages of a list. */
async function readAllPages<Row>(page: (cursor?: string) => Promise<{ rows: Row[]; next: string | null }>) {
  const rows: Row[] = []
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const currentPage = await page(cursor)
    rows.push(...currentPage.rows)
    cursor = currentPage.next ?? undefined
    hasMore = cursor !== undefined
  }
  return rows
}

test('the first response is limited, and contains the total', async () => {
  const ownZones = await muster.call(member).zones.mine()
  expect(ownZones.zones).toHaveLength(limit)
  expect(ownZones.total).toBe(zoneCount)
  // An internal admin sees all active zones.
  expect((await muster.call(admin).zones.mine()).total).toBe(zoneCount + 1)
  expect(await muster.call(otherMember).zones.mine()).toMatchObject({ zones: [{ name: 'Elsewhere' }] })
  expect((await muster.call(otherMember).zones.mine()).total).toBeUndefined()
})

test('the pages contain every zone once, by name, and none of anybody else', async () => {
  const { available } = muster.call(member).zones
  const rows = await readAllPages(cursor => available({ cursor, limit: 200 }))
  expect(rows.map(({ id }) => id)).toEqual(zones.map(({ id }) => id))
  expect(rows[0]).toMatchObject({ myRole: 'client_admin', invited: false, shape: testBox })
  const allZones = await readAllPages(cursor => muster.call(admin).zones.available({ cursor, limit: 200 }))
  expect(allZones.map(({ name }) => name)).toEqual(['Elsewhere', ...zones.map(({ name }) => name)])
  expect((await muster.call(otherMember).zones.available({})).rows.map(({ name }) => name)).toEqual([
    'Elsewhere',
  ])
  expect(await readCode(muster.call().zones.available({}))).toBe('UNAUTHORIZED')
})

test('a zone beyond the first response is found by its words, and by id', async () => {
  const { available } = muster.call(member).zones
  const { name, id } = getLastZone()
  expect((await available({ search: name.toLowerCase() })).rows.at(-1)).toMatchObject({ id, name })
  expect((await available({ search: '%' })).rows).toEqual([])
  expect((await available({ zoneId: id })).rows).toMatchObject([{ id }])
  expect((await muster.call(otherMember).zones.available({ zoneId: id })).rows).toEqual([])
  const { next } = await available({ limit: 1 })
  expect(await readCode(muster.call(admin).zones.all({ cursor: next ?? '' }))).toBe('CURSOR_INVALID')
})

test('one’s own presence covers a zone beyond the first response', async () => {
  const call = muster.call(member)
  const zoneId = getLastZone().id
  const createReading = () => ({
    id: uuidV7(),
    ...insideTestBox,
    accuracyMeters: 5,
    capturedAt: new Date().toISOString(),
  })
  await checkPosition(
    muster.services.presence,
    { userId: member.id, role: 'client_admin' },
    createReading(),
    [zoneId],
    'device',
  )
  const ownPresence = await call.presence.mine()
  expect(ownPresence.zones).toHaveLength(limit)
  // The zone with the newest reading is first.
  expect(ownPresence.zones[0]).toMatchObject({ zoneId, presence: 'inside', recent: [{ exitTime: null }] })
  const zoneIds = new Set(ownPresence.zones.map(presentZone => presentZone.zoneId))
  const omittedZoneId = zones.find(({ id }) => !zoneIds.has(id))?.id ?? ''
  expect((await call.presence.mine({ zoneId: omittedZoneId })).zones).toMatchObject([
    { zoneId: omittedZoneId, recent: [] },
  ])
  expect((await muster.call(otherMember).presence.mine({ zoneId })).zones).toEqual([])
  // A manual check counts in all of the person's zones, however many batches that takes.
  const { alsoInside } = await call.presence.checkUserInZone({ zoneId, ...createReading() })
  expect(alsoInside).toHaveLength(zoneCount - 1)
  expect((await call.presence.mine({ zoneId: omittedZoneId })).zones).toMatchObject([{ presence: 'inside' }])
})

test('an assignment beyond the first response is marked among the zones to assign', async () => {
  const { zoneChoices, detail } = muster.call(admin).accounts
  const rows = await readAllPages(cursor => zoneChoices({ userId: member.id, cursor, limit: 200 }))
  expect(rows.filter(({ assigned }) => assigned).map(({ id }) => id)).toEqual(zones.map(({ id }) => id))
  expect(rows.filter(({ assigned }) => !assigned).map(({ name, status }) => [name, status])).toEqual([
    ['Elsewhere', 'active'],
    ['Site closed', 'suspended'],
  ])
  expect((await zoneChoices({ userId: otherMember.id, search: 'else' })).rows).toMatchObject([
    { assigned: true },
  ])
  expect(await readCode(muster.call(member).accounts.zoneChoices({ userId: otherMember.id }))).toBe(
    'FORBIDDEN',
  )
  expect(await detail({ userId: member.id })).toMatchObject({ zonesTotal: zoneCount })
  expect((await detail({ userId: otherMember.id })).zonesTotal).toBeUndefined()
})
