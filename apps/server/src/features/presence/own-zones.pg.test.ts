import { positionsAnswer } from '@muster/contract/presence.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import Fastify from 'fastify'
import { v7 as uuidV7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, type TestZone, testBox } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { registerIngest } from './ingest.ts'
import { findDrift } from './testing/checks.ts'

/** A box of the same size as `testBox`, three kilometres north of it. */
const northBox = {
  ...testBox,
  start: { ...testBox.start, lat: testBox.start.lat + 0.027 },
  end: { ...testBox.end, lat: testBox.end.lat + 0.027 },
}
const insideNorth = { ...insideTestBox, lat: insideTestBox.lat + 0.027 }
/** Six metres inside the edge of the northern box. */
const northEdge = { lat: northBox.start.lat + 6 / 111_195, lng: insideNorth.lng }
const farPosition = { lat: 28.7, lng: 77.209 }

const muster = testServices()
/** The zone is the one that Ann's readings name. */
const { zone: requestedZone, ann } = testWorld(muster, { ann: 'app_user' }, { name: 'Asked' })
/** Another zone that she is a member of. */
const { zone: northZone, mia } = testWorld(
  muster,
  { mia: 'zone_manager_rw' },
  { name: 'North', shape: northBox },
)
/** Time of the last reading (ms); advances by a minute with each reading. */
let clock: number

beforeEach(async () => {
  // Ann has never entered the other zone with its PIN; recording presence does not require that.
  await muster.make.assign(ann, northZone, 'app_user', false)
  clock = Date.now() - 3_600_000
})

const createReading = (
  at: LatLng,
  overrides: { id?: string; accuracyMeters?: number; capturedAt?: string } = {},
) => {
  clock += 60_000
  return { id: uuidV7(), ...at, accuracyMeters: 5, capturedAt: new Date(clock).toISOString(), ...overrides }
}
const check = (at: LatLng, overrides: Parameters<typeof createReading>[1] = {}, user = ann) =>
  muster.call(user).presence.checkUserInZone({ zoneId: requestedZone.id, ...createReading(at, overrides) })

const queryRows = async (sql: string, ...values: unknown[]) => (await muster.db.pool.query(sql, values)).rows
const listChecks = (id: string) =>
  queryRows(
    'select zone_id, inside, change, source, xmin::text as tx from position_checks where id = $1 order by 1',
    id,
  )
const readPresence = async (zone: TestZone, user = ann) =>
  (await muster.call(user).presence.mine({ zoneId: zone.id })).zones[0]?.presence
const listEvents = async (zone: TestZone) =>
  (
    await queryRows(
      `select kind, payload ->> 'change' as change from feed_events where topic = $1 and kind like 'presence.%' order by seq`,
      `zone:${zone.id}`,
    )
  ).map(it => [it.kind, it.change])

describe('a manual check outside the named zone', () => {
  it('counts the person in their other zone at that position, and the result names it', async () => {
    const id = uuidV7()
    expect(await check(insideNorth, { id })).toMatchObject({
      zoneId: requestedZone.id,
      verdict: 'outside',
      presence: 'outside',
      alsoInside: [{ zoneId: northZone.id, name: 'North' }],
    })
    const checkRows = await listChecks(id)
    expect(checkRows).toMatchObject(
      [
        { zone_id: requestedZone.id, inside: false, change: 'none', source: 'manual' },
        { zone_id: northZone.id, inside: true, change: 'entered', source: 'manual' },
      ].sort((a, b) => (a.zone_id < b.zone_id ? -1 : 1)),
    )
    expect(new Set(checkRows.map(it => it.tx)).size).toBe(1)
    const panel = await muster.call(mia).presence.panel({ zoneId: northZone.id })
    expect(panel).toMatchObject({ inside: 1, history: [{ userId: ann.id, exitTime: null }] })
    const inside = await muster.call(mia).presence.inside({ zoneId: northZone.id })
    expect(inside.rows).toMatchObject([{ userId: ann.id, name: 'Ann Test' }])
    expect(await listEvents(northZone)).toEqual([
      ['presence.changed', 'entered'],
      ['presence.located', null],
    ])
    expect(await findDrift(muster.db.pool)).toEqual([])
  })

  it('ends the visit to the other zone once the person is elsewhere', async () => {
    await check(insideNorth)
    const outsideCheck = await check(farPosition)
    expect(outsideCheck).toMatchObject({ verdict: 'outside' })
    expect(outsideCheck).not.toHaveProperty('alsoInside')
    expect(await readPresence(northZone)).toBe('outside')
    expect(await muster.call(mia).presence.panel({ zoneId: northZone.id })).toMatchObject({
      inside: 0,
      recentlyLeft: [{ userId: ann.id }],
      history: [{ userId: ann.id, durationMinutes: 1 }],
    })
    expect(await findDrift(muster.db.pool)).toEqual([])
  })

  it('works the same with cached zones', async () => {
    const { members } = muster.services.presence
    const zones = (await members.findZones(ann.id)) as ReadonlySet<string>
    expect([...zones].sort()).toEqual([requestedZone.id, northZone.id].sort())
    await check(insideNorth)
    expect(await check(insideNorth)).toMatchObject({ alsoInside: [{ zoneId: northZone.id }] })
  })

  it('accepts a manual check near the edge of the other zone, as it does for the named zone', async () => {
    const edgeCheck = await check(northEdge, { accuracyMeters: 20 })
    expect(edgeCheck.alsoInside).toEqual([{ zoneId: northZone.id, name: 'North' }])
    expect(await readPresence(northZone)).toBe('inside')
  })

  it('neither changes nor names the other zone when the reading is too inaccurate', async () => {
    const id = uuidV7()
    const inaccurateCheck = await check(insideNorth, { id, accuracyMeters: 500 })
    // The named zone is three kilometres away, so the reading is accurate enough for it.
    expect(inaccurateCheck).toMatchObject({ verdict: 'outside', certainty: 'certain' })
    expect(inaccurateCheck).not.toHaveProperty('alsoInside')
    expect(await listChecks(id)).toHaveLength(2)
    expect(await readPresence(northZone)).toBe('unknown')
  })

  it('omits a zone the person left after the reading was taken', async () => {
    const lateReading = createReading(insideNorth)
    await check(farPosition)
    const answer = await muster
      .call(ann)
      .presence.checkUserInZone({ zoneId: requestedZone.id, ...lateReading })
    expect(answer).toMatchObject({ verdict: 'outside', change: 'stale' })
    expect(answer).not.toHaveProperty('alsoInside')
    expect(await readPresence(northZone)).toBe('outside')
    // The visit is still recorded; the newer reading ended it.
    expect(await muster.call(mia).presence.panel({ zoneId: northZone.id })).toMatchObject({
      history: [{ userId: ann.id, durationMinutes: 1 }],
    })
  })

  it('returns the same result for a repeated id and records nothing new', async () => {
    const repeatedReading = createReading(insideNorth)
    const send = () =>
      muster.call(ann).presence.checkUserInZone({ zoneId: requestedZone.id, ...repeatedReading })
    const firstResult = await send()
    const events = await listEvents(northZone)
    expect(await send()).toEqual(firstResult)
    expect(await listChecks(repeatedReading.id)).toHaveLength(2)
    expect(await listEvents(northZone)).toEqual(events)
    // An id identifies one reading in all zones of its sender.
    const conflictingReading = { ...repeatedReading, capturedAt: new Date(clock + 1).toISOString() }
    expect(
      await readCode(
        muster.call(ann).presence.checkUserInZone({ zoneId: requestedZone.id, ...conflictingReading }),
      ),
    ).toBe('CHECK_ID_TAKEN')
  })
})

describe('a manual check does not count', () => {
  it('in a zone the person was only invited to', async () => {
    await muster.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
      ann.id,
      northZone.id,
    ])
    await muster.db.pool.query(
      `insert into zone_assignments (user_id, zone_id, role, assigned_by) values ($1, $2, 'app_user', $3)`,
      [ann.id, northZone.id, mia.id],
    )
    const id = uuidV7()
    expect(await check(insideNorth, { id })).not.toHaveProperty('alsoInside')
    expect(await listChecks(id)).toMatchObject([{ zone_id: requestedZone.id }])
  })

  it('in a suspended zone', async () => {
    await muster.db.pool.query(`update zones set status = 'suspended' where id = $1`, [northZone.id])
    const id = uuidV7()
    expect(await check(insideNorth, { id })).not.toHaveProperty('alsoInside')
    expect(await listChecks(id)).toMatchObject([{ zone_id: requestedZone.id }])
  })

  it('in any zone after location consent was withdrawn', async () => {
    await muster.db.pool.query(
      `insert into consents (user_id, decision, text_version, retention_days, asked_at) values ($1, 'withdrawn', 1, 90, 'settings')`,
      [ann.id],
    )
    const id = uuidV7()
    expect(await readCode(check(insideNorth, { id }))).toBe('CONSENT_WITHDRAWN')
    expect(await listChecks(id)).toEqual([])
  })

  it("in other people's zones", async () => {
    const foreignZone = await muster.make.zone({ shape: northBox })
    await check(insideNorth)
    expect(await queryRows('select 1 from position_checks where zone_id = $1', foreignZone.id)).toEqual([])
  })
})

it('a check inside the named zone also counts in overlapping zones, nearest centre first', async () => {
  const wideZone = await muster.make.zone({
    name: 'Wide',
    shape: { ...testBox, start: { lat: 28.6, lng: 77.2 }, end: { lat: 28.62, lng: 77.23 } },
  })
  const overlappingZone = await muster.make.zone({ name: 'Around' })
  for (const zone of [wideZone, overlappingZone]) await muster.make.assign(ann, zone)
  const answer = await check(insideTestBox)
  expect(answer).toMatchObject({ zoneId: requestedZone.id, verdict: 'inside', change: 'entered' })
  expect(answer.alsoInside?.map(it => it.name)).toEqual(['Around', 'Wide'])
  expect(await readPresence(wideZone)).toBe('inside')
  expect(await readPresence(northZone)).toBe('outside')
})

it('a check of a person in 30 zones is one transaction with one row each', async () => {
  for (let n = 0; n < 28; n++) await muster.make.assign(ann, await muster.make.zone(), 'app_user', false)
  const id = uuidV7()
  const { alsoInside } = await check(insideNorth, { id })
  expect(alsoInside).toEqual([{ zoneId: northZone.id, name: 'North' }])
  const checkRows = await listChecks(id)
  expect(checkRows).toHaveLength(30)
  expect(checkRows.filter(it => it.inside)).toHaveLength(1)
  expect(new Set(checkRows.map(it => it.tx)).size).toBe(1)
  expect(await findDrift(muster.db.pool)).toEqual([])
})

it('a check of an internal admin counts in the zone where they are', async () => {
  const admin = await muster.make.user({ role: 'admin' })
  const south = await muster.make.zone({
    name: 'South',
    shape: { boundary: 'circle', start: { lat: -45, lng: 170 }, end: { lat: -45.002, lng: 170.002 } },
  })
  const answer = await check({ lat: -45.001, lng: 170.001 }, {}, admin)
  expect(answer).toMatchObject({
    verdict: 'outside',
    alsoInside: [{ zoneId: south.id, name: 'South' }],
  })
  expect(await check(farPosition, {}, admin)).not.toHaveProperty('alsoInside')
  expect(await readPresence(south, admin)).toBe('outside')
})

describe('readings from the outbox', () => {
  it("count for the other zones too if they are manual; a device's count only for the named zone", async () => {
    const app = Fastify()
    registerIngest(app, { ...muster.services.presence, sessions: muster.services.sessions })
    const send = async (source: 'manual' | 'device') => {
      const response = await app.inject({
        method: 'POST',
        url: '/ingest/positions',
        payload: { readings: [{ ...createReading(insideNorth), zoneId: requestedZone.id, source }] },
        headers: { authorization: `Bearer ${ann.token}` },
      })
      const { results } = positionsAnswer.parse(response.json())
      return results[0]?.checks.map(it => [it.zoneId, it.presence])
    }
    expect(await send('device')).toEqual([[requestedZone.id, 'outside']])
    expect(await send('manual')).toEqual([
      [requestedZone.id, 'outside'],
      [northZone.id, 'inside'],
    ])
    await app.close()
  })
})
