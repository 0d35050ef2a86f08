import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { v7 as uuidV7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readTables } from '../../app/testing/table-facts.ts'
import { write } from '../../live/write.ts'
import { createCaller, readCode } from '../../testing/caller.ts'
import { defaultClientId, testBox } from '../../testing/factories.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { createPendingZone } from './create-zone.ts'
import { createZonesDeps } from './testing/zones-deps.ts'
import { zoneCascade } from './zone-cascade.queries.ts'
import { zonesProcedures } from './zones.procedures.ts'

const { db, make } = testDatabase()
const createTestCaller = () => createCaller({ zones: zonesProcedures(createZonesDeps(db)) }, db)

/** Lists the columns that reference zones, and whether their rows are deleted with the zone. */
const listZoneColumns = async () =>
  (await readTables(db.pool)).flatMap(({ name: table, columns }) =>
    columns.flatMap(({ name, refersTo, goesWithZone }) =>
      name === 'zone_id' || refersTo === 'zones' ? { table, name, goesWithZone } : [],
    ),
  )
const queryRows = async (text: string, ...values: unknown[]) => (await db.pool.query(text, values)).rows
const listEventTopics = async (zoneId: string, kind: string) =>
  (
    await queryRows(
      `select topic from feed_events where payload ->> 'zoneId' = $1 and kind = $2 order by seq`,
      zoneId,
      kind,
    )
  ).map(row => row.topic.replace(zoneId, '<zone>'))

const triangle: ZoneShape & { boundary: 'polygon' } = {
  boundary: 'polygon',
  points: [
    { lat: 28.61, lng: 77.2 },
    { lat: 28.62, lng: 77.2 },
    { lat: 28.62, lng: 77.21 },
  ],
}
const zoneFacts = { name: 'Dock 5', description: 'Cold store', maxCapacity: 7 }
const createShapeChange = (shapeVersion: number) => ({
  redrawn: { shape: { ...triangle, points: [...triangle.points] }, shapeVersion },
})

describe('editing a zone', () => {
  it('changes its name and shape, and notifies its followers', async () => {
    const [admin, zone] = [await make.user({ role: 'admin' }), await make.zone()]
    const zoneBefore = await createTestCaller()(admin).zones.get({ zoneId: zone.id })
    const updatedZone = await createTestCaller()(admin).zones.update({
      zoneId: zone.id,
      ...zoneFacts,
      ...createShapeChange(1),
    })
    expect(updatedZone).toMatchObject({ ...zoneFacts, shape: triangle, shapeVersion: 2 })
    expect(Date.parse(updatedZone.updatedAt)).toBeGreaterThan(Date.parse(zoneBefore.updatedAt))
    expect(await listEventTopics(zone.id, 'zone.changed')).toContain('zone:<zone>')
  })

  it('is refused if somebody else has changed the shape in the meantime, and changes nothing', async () => {
    const [admin, zone] = [await make.user({ role: 'admin' }), await make.zone()]
    await createTestCaller()(admin).zones.update({ zoneId: zone.id, ...zoneFacts, ...createShapeChange(1) })
    const lateUpdate = createTestCaller()(admin).zones.update({
      zoneId: zone.id,
      ...zoneFacts,
      name: 'Late',
      ...createShapeChange(1),
    })
    expect(await readCode(lateUpdate)).toBe('ZONE_REDRAWN')
    expect(await createTestCaller()(admin).zones.get({ zoneId: zone.id })).toMatchObject({ name: 'Dock 5' })
  })

  it('refuses a self-intersecting shape and reports the position', async () => {
    const [admin, zone] = [await make.user({ role: 'admin' }), await make.zone()]
    const [a, b, c] = triangle.points as [never, never, never]
    const selfIntersecting = { boundary: 'polygon' as const, points: [a, c, b, { lat: 28.61, lng: 77.21 }] }
    const update = createTestCaller()(admin).zones.update({
      zoneId: zone.id,
      ...zoneFacts,
      redrawn: { shape: selfIntersecting, shapeVersion: 1 },
    })
    await expect(update).rejects.toMatchObject({
      code: 'ZONE_INVALID',
      data: { problems: [{ code: 'crosses_itself', at: { lat: expect.any(Number) } }] },
    })
  })

  it('keeps old shapes, which people who may edit zones can see and restore', async () => {
    const [admin, reader, zone] = [
      await make.user({ role: 'admin', firstName: 'Ida' }),
      await make.user({ role: 'zone_manager_ro' }),
      await make.zone(),
    ]
    await make.assign(reader, zone, 'zone_manager_ro')
    const { zones } = createTestCaller()(admin)
    await zones.update({ zoneId: zone.id, ...zoneFacts, ...createShapeChange(1) })
    const { shapes } = await zones.shapes({ zoneId: zone.id })
    expect(shapes).toMatchObject([
      { version: 2, boundary: 'polygon', changedBy: { id: admin.id, name: 'Ida Test' } },
      { version: 1, boundary: 'rectangle', changedBy: null },
    ])
    expect(await zones.shape({ zoneId: zone.id, version: 1 })).toEqual({ version: 1, shape: testBox })
    expect(await zones.restoreShape({ zoneId: zone.id, version: 1 })).toMatchObject({
      shape: testBox,
      shapeVersion: 3,
    })
    expect(await readCode(zones.restoreShape({ zoneId: zone.id, version: 9 }))).toBe('SHAPE_NOT_FOUND')
  })
})

describe('the status of a zone', () => {
  it('is set by admins; members lose access when the zone is suspended, and regain it when it is active again', async () => {
    const [admin, member, zone] = [await make.user({ role: 'admin' }), await make.user(), await make.zone()]
    await make.assign(member, zone)
    const setStatus = (status: 'active' | 'pending' | 'suspended') =>
      createTestCaller()(admin).zones.setStatus({ zoneId: zone.id, status })
    const listZoneIds = async () => (await createTestCaller()(member).zones.mine()).zones.map(it => it.id)
    for (const status of ['suspended', 'pending'] as const) {
      expect(await setStatus(status)).toMatchObject({ status })
      expect(await listZoneIds()).toEqual([])
      expect(await listEventTopics(zone.id, 'zone.changed')).toContain(`user:${member.id}`)
      await setStatus('active')
      expect(await listZoneIds()).toEqual([zone.id])
    }
    await setStatus('active')
    const loggedEvents = await queryRows(
      `select from security_events where event_type = 'zone_status_changed' and metadata ->> 'zoneId' = $1`,
      zone.id,
    )
    expect(loggedEvents).toHaveLength(4)
  })

  it('cannot be changed by the managers of the zone in SQL', async () => {
    const [manager, zone] = [await make.user({ role: 'zone_manager_rw' }), await make.zone()]
    await make.assign(manager, zone, 'zone_manager_rw')
    const actor = { userId: manager.id, sessionId: manager.sessionId }
    for (const status of ['suspended', 'pending'] as const)
      await expect(
        db.asActor(actor, tx => tx.updateTable('zones').set({ status }).execute()),
      ).rejects.toThrow('permission denied')
  })
})

describe('deleting a zone', () => {
  /**
   * Creates a zone with two members, an admin who is inside with an open visit, and a location request, a group, broadcasts and a
   * hazard.
   */
  async function createBusyZone() {
    const [admin, member, otherZone, zone] = [
      await make.user({ role: 'admin' }),
      await make.user(),
      await make.user(),
      await make.zone({ name: 'Old dock', shape: triangle }),
    ]
    await make.assign(member, zone)
    await make.assign(otherZone, zone)
    await db.pool.query(
      `insert into presence_tracking (user_id, zone_id, is_inside_zone, entry_time) values ($1, $2, true, now())
       on conflict (user_id, zone_id) do update set is_inside_zone = true, entry_time = now()`,
      [admin.id, zone.id],
    )
    await db.pool.query(
      `insert into presence_history (user_id, zone_id, entry_time, tracking_source) values ($1, $2, now(), 'manual')`,
      [admin.id, zone.id],
    )
    await db.pool.query(
      'insert into location_tracking_requests (user_id, zone_id, requested_by) values ($1, $2, $1)',
      [member.id, zone.id],
    )
    await db.pool.query(
      `with made as (insert into groups (name, zone_id) values ('Crane', $2) returning id),
         sent as (insert into broadcasts (request_id, title, message, zone_id, state, sent_at)
           values (uuid_v7(), 'x', 'x', $2, 'sent', now()), (uuid_v7(), 'x', 'x', $2, 'sent', now()) returning id),
         hazard as (insert into hazards (request_id, title, description, zone_id, reported_by)
           values (uuid_v7(), 'x', 'x', $2, $1) returning id),
         file as (insert into stored_files (request_id, path, name, media_type, size_bytes, hazard_id)
           select uuid_v7(), 'hazard-attachments/' || id || '/a.pdf', 'a.pdf', 'application/pdf', 1, id from hazard),
         template as (insert into broadcast_templates (zone_id, name, title, message, priority) values ($2, 'x', 'x', 'x', 'low')),
         recipient as (insert into broadcast_recipients (broadcast_id, user_id, zone_id) select id, $1, $2 from sent)
       insert into group_members (group_id, zone_id, user_id) select id, $2, $1 from made`,
      [member.id, zone.id],
    )
    return { admin, member, zone }
  }
  const removedRecords = [
    { what: 'points', count: 3 },
    { what: 'requests', count: 1 },
    { what: 'members', count: 2 },
    { what: 'groups', count: 1 },
    { what: 'broadcasts', count: 2 },
    { what: 'hazards', count: 1 },
    { what: 'states', count: 3 },
    { what: 'visits', count: 1 },
  ]

  it('previews what will be removed, and then removes it with one security event', async () => {
    const { admin, zone } = await createBusyZone()
    const preview = await createTestCaller()(admin).zones.removal({ zoneId: zone.id })
    expect(preview).toEqual({ zoneId: zone.id, name: 'Old dock', removes: removedRecords })
    expect(await createTestCaller()(admin).zones.remove({ zoneId: zone.id })).toEqual(preview)
    const columns = (await listZoneColumns()).filter(it => it.goesWithZone)
    for (const { table, name } of [...columns, { table: 'zones', name: 'id' }])
      expect(await queryRows(`select from ${table} where ${name} = $1`, zone.id), table).toEqual([])
    expect(
      await queryRows(`select path from removed_files where path like 'hazard-attachments/%'`),
    ).toHaveLength(1)
    expect(
      await queryRows(`select from removed_owners where kind = 'zone' and id = $1`, zone.id),
    ).toHaveLength(1)
    expect(
      await queryRows(`select actor_id, metadata from security_events where event_type = 'zone_deleted'`),
    ).toMatchObject([
      {
        actor_id: admin.id,
        metadata: {
          zoneId: zone.id,
          name: 'Old dock',
          removed: {
            points: 3,
            requests: 1,
            members: 2,
            groups: 1,
            broadcasts: 2,
            hazards: 1,
            states: 3,
            visits: 1,
          },
        },
      },
    ])
  })

  it('notifies everybody who has the zone open or in a list', async () => {
    const { admin, member, zone } = await createBusyZone()
    await createTestCaller()(admin).zones.remove({ zoneId: zone.id })
    expect(await listEventTopics(zone.id, 'zone.removed')).toEqual(['zone:<zone>', 'admin'])
    expect(await listEventTopics(zone.id, 'membership.removed')).toContain(`user:${member.id}`)
    expect(await readCode(createTestCaller()(admin).zones.get({ zoneId: zone.id }))).toBe('ZONE_NOT_FOUND')
  })

  it('removes the rows of every table that belongs to a zone through foreign keys', async () => {
    const remainingTables = (await listZoneColumns()).filter(it => !it.goesWithZone).map(it => it.table)
    // Readings are erased soon after the deletion (removed_owners).
    const tablesErasedLater = ['position_checks']
    // People can still see who viewed them while they were members of the zone, and the alerts they received from it; a job deletes
    // both later. A zone request stays with the reason for its decision, and an ended emergency with its roll for three years.
    const emergencies = [
      ...['emergencies', 'emergency_absences', 'emergency_claims', 'emergency_help_views'],
      ...['emergency_helpers', 'emergency_leavers', 'emergency_link_opens', 'emergency_links'],
      ...['emergency_messages', 'emergency_people', 'emergency_sweeps', 'emergency_teams', 'emergency_zones'],
    ]
    const retainedTables = [...emergencies, 'past_memberships', 'user_alerts', 'zone_requests']
    expect(remainingTables).toEqual([...retainedTables, ...tablesErasedLater].toSorted())
    const countedTables = zoneCascade.map(it => it.table as string)
    expect(countedTables.filter(table => remainingTables.includes(table))).toEqual([])
  })
})

describe('creating a pending zone around a position', () => {
  it('draws a box, 100 m to each side, in the default organisation, with the requester as client admin', async () => {
    const clientAdmin = await make.user({ role: 'client_admin' })
    const request = {
      requestId: uuidV7(),
      name: 'Asked for',
      description: '',
      center: { lat: 60, lng: 24 },
      note: 'Soon',
    }
    const zone = await db.asActor({ userId: clientAdmin.id, sessionId: clientAdmin.sessionId }, tx =>
      write(tx, writeContext => createPendingZone(writeContext, request)),
    )
    expect(zone).toMatchObject({ status: 'pending', client_id: defaultClientId, created_by: clientAdmin.id })
    // A degree of latitude is 111,000 m; at 60 degrees north, a degree of longitude is half of that.
    expect(zone.start_lat - 60).toBeCloseTo(100 / 111_000, 9)
    expect(zone.end_lng - 24).toBeCloseTo(200 / 111_000, 9)
    expect(await queryRows('select user_id, role from zone_assignments where zone_id = $1', zone.id)).toEqual(
      [{ user_id: clientAdmin.id, role: 'client_admin' }],
    )
    expect(
      await queryRows('select status, note, requested_by from zone_requests where zone_id = $1', zone.id),
    ).toEqual([{ status: 'pending', note: 'Soon', requested_by: clientAdmin.id }])
    expect(await listEventTopics(zone.id, 'zone.created')).toEqual(['admin'])
  })
})

describe('zones imported from a file', () => {
  const createDraft = (name: string, shape: ZoneShape = testBox) => ({
    requestId: uuidV7(),
    name,
    description: '',
    maxCapacity: null,
    shape: shape as typeof testBox,
  })

  it('are created together; an invalid zone is reported with the reason and does not affect the others', async () => {
    const clientAdmin = await make.user({ role: 'client_admin' })
    const flatDraft = createDraft('Flat', { ...testBox, end: testBox.start })
    const drafts = [createDraft('One'), flatDraft, createDraft('Two')]
    const { results } = await createTestCaller()(clientAdmin).zones.createMany({ zones: drafts })
    expect(results.map(it => [it.zoneId !== null, it.problems.map(({ code }) => code)])).toEqual([
      [true, []],
      [false, ['no_area']],
      [true, []],
    ])
    const { zones } = await createTestCaller()(clientAdmin).zones.mine()
    expect(zones.map(it => it.name)).toEqual(['One', 'Two'])
    // Repeating the request after a lost response creates no zone twice.
    expect((await createTestCaller()(clientAdmin).zones.createMany({ zones: drafts })).results).toEqual(
      results,
    )
    expect((await createTestCaller()(clientAdmin).zones.mine()).zones).toHaveLength(2)
  })

  it('may have names that zones have already, of which only those of visible zones are told', async () => {
    const clientAdmin = await make.user({ role: 'client_admin' })
    const { zones } = createTestCaller()(clientAdmin)
    await make.zone({ name: 'Elsewhere' })
    await zones.createMany({ zones: [createDraft('Depot 002')] })
    expect(await zones.findNames({ names: ['DEPOT 002', 'Depot 003', 'Elsewhere'] })).toEqual({
      taken: ['DEPOT 002'],
    })
  })

  it('are all refused if together they would exceed the limit', async () => {
    const clientAdmin = await make.user({ role: 'client_admin' })
    const limitedCall = createCaller(
      { zones: zonesProcedures(createZonesDeps(db, { most: { inAll: 100_000, ofOne: 1 } })) },
      db,
    )
    const creation = limitedCall(clientAdmin).zones.createMany({
      zones: [createDraft('One'), createDraft('Two')],
    })
    expect(await readCode(creation)).toBe('ZONES_FULL')
    expect((await createTestCaller()(clientAdmin).zones.mine()).zones).toEqual([])
  })

  it.each(['geojson', 'kml'] as const)('can be exported as %s if the person may see them', async format => {
    const clientAdmin = await make.user({ role: 'client_admin' })
    await make.zone({ name: 'Of somebody else' })
    await createTestCaller()(clientAdmin).zones.createMany({ zones: [createDraft('B'), createDraft('A')] })
    const exportedFile = await createTestCaller()(clientAdmin).zones.export({ format })
    expect(exportedFile).toMatchObject({ zones: 2, more: false })
    expect(exportedFile.fileName).toMatch(new RegExp(`^zones-\\d{4}-\\d\\d-\\d\\d\\.${format}$`))
    expect(exportedFile.text.indexOf('A')).toBeLessThan(
      exportedFile.text.indexOf('"B"') + exportedFile.text.indexOf('>B<'),
    )
    expect(exportedFile.text).not.toContain('Of somebody else')
  })
})

describe('a place search', () => {
  it('finds visible zones by name, and lists names that begin with the text first', async () => {
    const [member, visibleZone, hiddenZone] = [
      await make.user(),
      await make.zone({ name: 'Quay west' }),
      await make.zone({ name: 'West quay' }),
    ]
    await make.zone({ name: 'Quay of others' })
    await make.assign(member, visibleZone)
    await make.assign(member, hiddenZone)
    const places = await createTestCaller()(member).zones.places({ q: 'QUAY' })
    expect(places).toMatchObject({ geocoder: 'none', places: [] })
    expect(places.zones.map(it => it.name)).toEqual(['Quay west', 'West quay'])
  })

  it('lists the zones that currently contain a position', async () => {
    const [admin, member] = [await make.user({ role: 'admin' }), await make.user()]
    const position = { lat: -33.85, lng: 151.2 }
    const boxAroundPosition = {
      boundary: 'rectangle' as const,
      start: { lat: -33.84, lng: 151.19 },
      end: { lat: -33.86, lng: 151.21 },
    }
    const [ownZone, otherZone] = [
      await make.zone({ name: 'Mine', shape: boxAroundPosition }),
      await make.zone({ name: 'Other', shape: boxAroundPosition }),
    ]
    await make.assign(member, ownZone)
    const deps = createZonesDeps(db)
    const { forgetZone } = deps.zoneShapes as unknown as { forgetZone: (id: string) => void }
    const callWithDeps = createCaller({ zones: zonesProcedures(deps) }, db)
    const listNames = async (viewer: typeof admin) =>
      (await callWithDeps(viewer).zones.at(position)).zones.map(it => it.name)
    expect(await listNames(admin)).toEqual(['Mine', 'Other'])
    expect(await listNames(member)).toEqual(['Mine'])
    await createTestCaller()(admin).zones.setStatus({ zoneId: otherZone.id, status: 'suspended' })
    forgetZone(otherZone.id)
    expect(await listNames(admin)).toEqual(['Mine'])
  })
})
