import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { v7 as uuidV7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { createZoneCache } from '../presence/zone-cache.ts'
import { createZone } from './create-zone.ts'
import { storeShape } from './zone-shapes.queries.ts'
import { findZone } from './zones.queries.ts'

const { db, make } = testDatabase()

const toActor = (user: TestUser) => ({ userId: user.id, sessionId: user.sessionId })
const storeShapeAs = (user: TestUser, zoneId: string, shape: ZoneShape) =>
  db.asActor(toActor(user), tx =>
    storeShape(tx, zoneId, shape, { start: { lat: 28.62, lng: 77.2 }, end: { lat: 28.61, lng: 77.21 } }),
  )

const createSquare = (lat: number, lng: number, size: number) => [
  { lat, lng },
  { lat: lat + size, lng },
  { lat: lat + size, lng: lng + size },
  { lat, lng: lng + size },
]
/** Two polygons, the first with a hole; the digits need full double precision. */
const twoYards: ZoneShape = {
  boundary: 'multipolygon',
  polygons: [
    [createSquare(28.61, 77.2, 0.01), createSquare(28.6123456789012, 77.2034567890123, 0.001)],
    [createSquare(28.63, 77.2, 0.004)],
  ],
}

const createDraft = (shape: ZoneShape) => ({
  requestId: uuidV7(),
  name: 'Yards',
  description: '',
  maxCapacity: null,
  shape,
})
const queryRows = async <Row>(text: string, zoneId: string) =>
  (await db.pool.query(text, [zoneId])).rows as Row[]

describe('the shape of a zone', () => {
  it('is stored exactly, with its holes and parts, and as the points that the specification requires', async () => {
    const admin = await make.user({ role: 'admin' })
    const zone = await db.asActor(toActor(admin), tx =>
      write(tx, writeContext => createZone(writeContext, createDraft(twoYards))),
    )
    expect(zone).toMatchObject({ boundary: 'multipolygon', shape: twoYards, shape_version: 1 })
    expect(zone).toMatchObject({ start_lat: 28.634, start_lng: 77.2, end_lat: 28.61, end_lng: 77.2 + 0.01 })
    const points = await queryRows<{ part: number; ring: number; n: number; first: number }>(
      `select part, ring, count(*)::int as n, min(sequence_order) as first from zone_coordinates where zone_id = $1
       group by 1, 2 order by 1, 2`,
      zone.id,
    )
    expect(points).toEqual([
      { part: 1, ring: 1, n: 4, first: 1 },
      { part: 1, ring: 2, n: 4, first: 5 },
      { part: 2, ring: 1, n: 4, first: 9 },
    ])
    const cachedZone = await createZoneCache(db).get(zone.id)
    expect(cachedZone).toMatchObject({ shapeVersion: 1, shape: { boundary: 'polygon' } })
    // Each part has its own width.
    const readWidthAt = (lat: number) => cachedZone?.widthAt({ lat, lng: 77.202 }) ?? 0
    expect([readWidthAt(28.611), readWidthAt(28.6345)].map(Math.round)).toEqual([654, 390])
  })

  it('gets a new version only when it changes; the old version is kept with its author', async () => {
    const admin = await make.user({ role: 'admin' })
    const zone = await db.asActor(toActor(admin), tx =>
      write(tx, writeContext => createZone(writeContext, createDraft(twoYards))),
    )
    const newShape: ZoneShape = { boundary: 'polygon', points: createSquare(28.61, 77.2, 0.002) }
    await storeShapeAs(admin, zone.id, twoYards)
    await storeShapeAs(admin, zone.id, newShape)
    const updatedZone = await db.asOwner('test', tx => findZone(tx, zone.id))
    expect(updatedZone).toMatchObject({ boundary: 'polygon', shape: newShape, shape_version: 2 })
    const rows = await queryRows(
      'select version, shape, changed_by from zone_shapes where zone_id = $1 order by version',
      zone.id,
    )
    expect(rows).toEqual([
      { version: 1, shape: twoYards, changed_by: admin.id },
      { version: 2, shape: newShape, changed_by: admin.id },
    ])
    const points = await queryRows('select from zone_coordinates where zone_id = $1', zone.id)
    expect(points).toHaveLength(4)
  })

  it('is derived from the corners, as a box or circle, if the row has no shape', async () => {
    const { rows } = await db.pool.query(
      `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
       values ('Box', 'polygon', 2, 1, 1, 2), ('Round', 'circle', 2, 1, 1, 2) returning shape ->> 'boundary' as drawn, boundary`,
    )
    expect(rows).toEqual([
      { drawn: 'rectangle', boundary: 'rectangle' },
      { drawn: 'circle', boundary: 'circle' },
    ])
  })

  it('cannot be changed by people who may not edit the zone', async () => {
    const [reader, zone] = [await make.user({ role: 'zone_manager_ro' }), await make.zone()]
    await make.assign(reader, zone, 'zone_manager_ro')
    await storeShapeAs(reader, zone.id, twoYards)
    expect(await queryRows('select from zones where id = $1 and shape_version > 1', zone.id)).toEqual([])
  })
})
