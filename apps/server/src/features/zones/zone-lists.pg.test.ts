import { shapeBounds } from '@muster/domain/geo/shape-bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'

const muster = testServices()
let admin: TestUser
const zones: TestZone[] = []
const query = async (text: string, values: readonly unknown[] = []) =>
  (await muster.db.pool.query(text, [...values])).rows

beforeAll(async () => {
  admin = await muster.make.user({ role: 'admin' })
  // Equal values occur, so that the id decides between them.
  for (const [index, name] of ['Alpha', 'Bravo 10', 'Bravo 10', 'Bravo 9', 'Delta'].entries()) {
    const zone = await muster.make.zone({ name, status: index === 3 ? 'suspended' : 'active' })
    zones.push(zone)
    await query('update zones set max_capacity = $2, phone_occupancy = $3 where id = $1', [
      zone.id,
      index === 0 ? null : 10,
      index === 4 ? 12 : index % 2,
    ])
  }
})

type AllInput = Parameters<ReturnType<typeof muster.call>['zones']['all']>[0]

async function readAll(input: AllInput) {
  const rows = []
  let cursor: string | undefined
  do {
    const page = await muster.call(admin).zones.all({ ...input, cursor, limit: 2 })
    rows.push(...page.rows)
    cursor = page.next ?? undefined
  } while (cursor)
  return rows
}

describe('the list of all zones', () => {
  it.each(['newest', 'name', 'organisation', 'status', 'inside', 'fullness'] as const)(
    'names every zone once when read page by page by %s, in both directions',
    async sort => {
      const ascending = (await readAll({ sort, order: 'asc' })).map(({ id }) => id)
      const descending = (await readAll({ sort, order: 'desc' })).map(({ id }) => id)
      expect(ascending.toSorted()).toEqual(zones.map(({ id }) => id).toSorted())
      expect(descending).toEqual(ascending.toReversed())
    },
  )

  it('puts Bravo 9 before Bravo 10', async () => {
    const names = (await readAll({ sort: 'name' })).map(({ name }) => name)
    expect(names).toEqual(['Alpha', 'Bravo 9', 'Bravo 10', 'Bravo 10', 'Delta'])
  })

  it('begins with the fullest zone by fullness, and ends with those without a capacity', async () => {
    const rows = await readAll({ sort: 'fullness' })
    expect(rows[0]).toMatchObject({ name: 'Delta', currentOccupancy: 12, members: 0 })
    expect(rows.at(-1)).toMatchObject({ name: 'Alpha', maxCapacity: null })
  })

  it('is counted with the same search and filters', async () => {
    const { counts } = muster.call(admin).zones
    expect((await counts()).all).toBe(zones.length)
    expect(await counts({ search: 'bravo' })).toEqual({ all: 3, active: 2, pending: 0, suspended: 1 })
    expect((await counts({ status: 'suspended' })).all).toBe(1)
  })

  it('refuses a cursor of another order', async () => {
    const { next } = await muster.call(admin).zones.all({ sort: 'name', limit: 2 })
    const cursor = String(next)
    expect(await readCode(muster.call(admin).zones.all({ sort: 'status', cursor }))).toBe('CURSOR_INVALID')
    expect(await readCode(muster.call(admin).zones.all({ sort: 'name', order: 'desc', cursor }))).toBe(
      'CURSOR_INVALID',
    )
  })

  it('counts accepted members only, and is filtered by organisation', async () => {
    const [zone] = zones as [TestZone]
    await muster.make.assign(await muster.make.user(), zone)
    const rows = await readAll({ sort: 'name' })
    expect(rows[0]).toMatchObject({ name: 'Alpha', members: 1 })
    const organisationId = crypto.randomUUID()
    await query(`insert into clients (id, name) values ($1, 'Other')`, [organisationId])
    expect(await readAll({ organisationId })).toEqual([])
    await query('delete from clients where id = $1', [organisationId])
  })
})

describe('the map of all zones', () => {
  it('answers the centre, state and occupancy of the filtered zones, and shapes separately', async () => {
    const { zones: mapZones, more, bounds } = await muster.call(admin).zones.map({ status: 'suspended' })
    expect(more).toBe(false)
    expect(mapZones).toMatchObject([
      { name: 'Bravo 9', status: 'suspended', maxCapacity: 10, currentOccupancy: 1 },
    ])
    const zone = await muster.call(admin).zones.get({ zoneId: mapZones[0]?.id ?? '' })
    expect(mapZones[0]?.center.lat).toBeCloseTo(zone.center.lat, 9)
    const { shapes } = await muster.call(admin).zones.mapShapes({ zoneIds: [zone.id, crypto.randomUUID()] })
    expect(shapes).toEqual([{ id: zone.id, shape: zone.shape }])
    const outline = shapeBounds(zone.shape)
    expect(bounds?.south).toBeLessThanOrEqual(outline.south)
    expect(bounds?.north).toBeGreaterThanOrEqual(outline.north)
    expect(bounds?.west).toBeLessThanOrEqual(outline.west)
    expect(bounds?.east).toBeGreaterThanOrEqual(outline.east)
    expect(await muster.call(admin).zones.map({ search: 'no such zone' })).toMatchObject({ bounds: null })
  })

  it('is refused to client admins', async () => {
    const clientAdmin = await muster.make.user({ role: 'client_admin' })
    expect(await readCode(muster.call(clientAdmin).zones.map({}))).toBe('FORBIDDEN')
    const zoneIds = zones.map(({ id }) => id)
    expect(await readCode(muster.call(clientAdmin).zones.mapShapes({ zoneIds }))).toBe('FORBIDDEN')
    expect(
      await readCode(muster.call(clientAdmin).zones.setStatusOfMany({ zoneIds, status: 'suspended' })),
    ).toBe('FORBIDDEN')
  })
})

describe('changing several zones', () => {
  it('suspends those that can be suspended and names the others, with one entry in the log that names the zones', async () => {
    const [first, second] = [await muster.make.zone(), await muster.make.zone()]
    const pending = await muster.make.zone({ status: 'pending' })
    await query(
      `insert into zone_requests (zone_id, client_id, requested_by, name, note, status)
       select id, client_id, $2, name, '', 'pending' from zones where id = $1`,
      [pending.id, admin.id],
    )
    const missingId = crypto.randomUUID()
    const suspend = () =>
      muster
        .call(admin)
        .zones.setStatusOfMany({ zoneIds: [second.id, missingId, pending.id, first.id], status: 'suspended' })
    expect(await suspend()).toEqual({
      changed: 2,
      unchanged: 0,
      refused: [
        { zoneId: missingId, reason: 'gone' },
        { zoneId: pending.id, reason: 'open_request' },
      ],
      undo: [{ to: 'active', ids: expect.toSatisfy(ids => ids.length === 2) }],
    })
    expect(await suspend()).toMatchObject({ changed: 0, unchanged: 2, undo: [] })
    const { rows: logged } = await muster.call(admin).security.events({ type: 'zone_status_changed' })
    const names = [first, second].map(({ name }) => name).toSorted()
    expect(logged).toMatchObject([
      {
        description: `2 zones were set to suspended: "${names.join('", "')}".`,
        zones: names.map(name => ({ name })),
      },
    ])
    const events = await query(
      `select from feed_events where kind = 'zone.suspended' and payload ->> 'zoneId' = any ($1)`,
      [[first.id, second.id]],
    )
    expect(events.length).toBeGreaterThanOrEqual(2)
  })

  it('refuses more zones than the limit, and a zone named twice', async () => {
    const ids = Array.from({ length: limits.zonesChangedAtOnceMost + 1 }, () => crypto.randomUUID())
    const [id] = ids as [string]
    for (const zoneIds of [ids, [], [id, id]])
      expect(await readCode(muster.call(admin).zones.setStatusOfMany({ zoneIds, status: 'active' }))).toBe(
        'BAD_REQUEST',
      )
  })

  it('moves zones to an organisation, all of them or none if there is no room', async () => {
    const { organisations } = muster.call(admin)
    const organisation = await organisations.onboard({
      requestId: crypto.randomUUID(),
      name: 'Harbour works',
      maxZones: 2,
    } as Parameters<typeof organisations.onboard>[0])
    const moved = [await muster.make.zone(), await muster.make.zone(), await muster.make.zone()]
    const move = (zoneIds: string[]) => organisations.moveZones({ organisationId: organisation.id, zoneIds })
    expect(await readCode(move(moved.map(({ id }) => id)))).toBe('ORGANISATION_ZONES_FULL')
    const listIds = async () =>
      (await readAll({ organisationId: organisation.id })).map(({ id }) => id).toSorted()
    expect(await listIds()).toEqual([])
    const twoIds = moved.slice(0, 2).map(({ id }) => id)
    const { undo, ...result } = await move(twoIds)
    expect(result).toEqual({ changed: 2, unchanged: 0, refused: [] })
    expect(await listIds()).toEqual(twoIds.toSorted())
    expect(await move(twoIds)).toMatchObject({ changed: 0, unchanged: 2, undo: [] })
    for (const { to, ids } of undo) await organisations.moveZones({ organisationId: to, zoneIds: ids })
    expect(await listIds()).toEqual([])
  })
})
