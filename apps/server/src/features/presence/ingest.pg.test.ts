import { positionsAnswer } from '@muster/contract/presence.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendError } from '../../app/http-errors.ts'
import { fail } from '../../rpc/fail.ts'
import { insideTestBox, outsideTestBox } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { registerIngest } from './ingest.ts'

const muster = testServices()
const { zone, user } = testWorld(muster, { user: { in: 'app_user', entered: false } }, { once: true })
const { zone: secondZone } = testWorld(muster, {}, { once: true })
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler(sendError)
  registerIngest(app, { ...muster.services.presence, sessions: muster.services.sessions })
  await muster.make.assign(user, secondZone, 'app_user', false)
})
afterAll(() => app.close())

let clock = Date.now() - 60_000
const createReading = (at: { lat: number; lng: number }, overrides: object = {}) => ({
  id: uuidV7(),
  ...at,
  accuracyMeters: 5,
  capturedAt: new Date(clock++).toISOString(),
  ...overrides,
})
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const send = (payload: object | string, token: string | undefined = user.token, url = '/ingest/positions') =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })

describe('the endpoint for devices', () => {
  test('answers every reading separately, in the order sent', async () => {
    const foreignZone = await muster.make.zone()
    const readings = [
      createReading(insideTestBox, { zoneId: zone.id, capturedAt: minutesAgo(5) }),
      createReading(insideTestBox, { zoneId: foreignZone.id }),
      createReading(insideTestBox, { zoneId: zone.id, capturedAt: '2020-01-01T00:00:00Z' }),
      createReading(outsideTestBox, { zoneId: zone.id }),
    ]
    const response = await send({ readings })
    expect(response.statusCode).toBe(200)
    const { results } = positionsAnswer.parse(response.json())
    expect(results.map(it => it.id)).toEqual(readings.map(it => it.id))
    expect(results).toMatchObject([
      { checks: [{ zoneId: zone.id, inside: true, change: 'entered' }], refused: [] },
      { checks: [], refused: [{ zoneId: foreignZone.id, code: 'ZONE_NOT_FOUND' }] },
      { checks: [], refused: [{ zoneId: zone.id, code: 'READING_TOO_OLD' }] },
      { checks: [{ zoneId: zone.id, inside: false, change: 'left' }], refused: [] },
    ])
    const { rows } = await muster.db.pool.query('select source from position_checks where id = $1', [
      readings[0]?.id,
    ])
    expect(rows).toEqual([{ source: 'device' }])
  })

  test('counts a reading without a zone for every active zone of the sender', async () => {
    const suspendedZone = await muster.make.zone({ status: 'suspended' })
    await muster.make.assign(user, suspendedZone, 'app_user', false)
    const { results } = (await send({ readings: [createReading(insideTestBox)] })).json()
    expect(results[0].checks.map((it: { zoneId: string }) => it.zoneId).sort()).toEqual(
      [zone.id, secondZone.id].sort(),
    )
    expect(results[0].refused).toEqual([])
  })

  test("counts an internal admin's reading without a zone only where they are and where they leave", async () => {
    const admin = await muster.make.user({ role: 'admin' })
    const position = { lat: -45.001, lng: 170.001 }
    const adminZone = await muster.make.zone({
      shape: { boundary: 'circle', start: { lat: -45, lng: 170 }, end: { lat: -45.002, lng: 170.002 } },
    })
    const sendAndListChanges = async (at: { lat: number; lng: number }, minutes = 0) => {
      const readings = [createReading(at, { capturedAt: minutesAgo(minutes) })]
      const { results } = positionsAnswer.parse((await send({ readings }, admin.token)).json())
      return results[0]?.checks.map(({ zoneId, change }) => [zoneId, change])
    }
    // Three days pass, so that the trip around the earth is physically possible.
    expect(await sendAndListChanges(position, 3 * 24 * 60)).toEqual([[adminZone.id, 'entered']])
    expect(await sendAndListChanges({ lat: 10, lng: 10 }, 1)).toEqual([[adminZone.id, 'left']])
    expect(await sendAndListChanges({ lat: 10, lng: 10 })).toEqual([])
  })

  test('accepts everything again when the outbox resends it', async () => {
    const body = {
      readings: [
        createReading(insideTestBox, { zoneId: zone.id }),
        createReading(outsideTestBox, { zoneId: zone.id }),
      ],
    }
    const sendAndListVerdicts = async () =>
      (await send(body)).json().results.map((it: { checks: { change: string; inside: boolean }[] }) => {
        const [check] = it.checks
        return [check?.change, check?.inside]
      })
    const firstVerdicts = await sendAndListVerdicts()
    expect(await sendAndListVerdicts()).toEqual(firstVerdicts)
  })

  test('treats ids in upper case as the same ids', async () => {
    const firstReading = createReading(insideTestBox, { zoneId: zone.id })
    await send({ readings: [firstReading] })
    const upperCaseReading = {
      ...firstReading,
      id: firstReading.id.toUpperCase(),
      zoneId: zone.id.toUpperCase(),
    }
    const { results } = (await send({ readings: [upperCaseReading] })).json()
    expect(results).toMatchObject([
      { id: firstReading.id, checks: [{ checkId: firstReading.id, zoneId: zone.id }] },
    ])
    const { rows } = await muster.db.pool.query('select from position_checks where id = $1', [
      firstReading.id,
    ])
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['no token', undefined, 401, 'UNAUTHORIZED', true],
    ['an unknown token', 'nobody', 401, 'UNAUTHORIZED', true],
  ])('refuses %s with the typed error', async (_, token, status, code, defined) => {
    const response = await app.inject({
      method: 'POST',
      url: '/ingest/positions',
      payload: { readings: [createReading(insideTestBox)] },
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code, status, defined, message: expect.any(String) })
  })

  test.each([
    ['no readings', { readings: [] }],
    ['one that is no list', { readings: { 0: createReading(insideTestBox) } }],
    ['501 readings', { readings: Array.from({ length: 501 }, () => createReading(insideTestBox)) }],
    ['no JSON', '{"readings":'],
  ])('answers BAD_REQUEST to %s', async (_, body) => {
    const response = await send(body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'BAD_REQUEST', status: 400, defined: false })
  })

  test('refuses only the invalid reading, with a reason', async () => {
    const validReadings = [
      createReading(insideTestBox, { zoneId: zone.id }),
      createReading(outsideTestBox, { zoneId: zone.id }),
    ]
    const invalidReadings = [
      createReading({ lat: 91, lng: 0 }),
      createReading(insideTestBox, { id: '1; drop table zones' }),
      createReading(insideTestBox, { capturedAt: 'yesterday' }),
      createReading(insideTestBox, { capturedAt: '+275760-09-13T00:00:00.000Z' }),
      createReading(insideTestBox, { accuracyMeters: 1e300 }),
      'reading',
      null,
    ]
    const response = await send({ readings: [validReadings[0], ...invalidReadings, validReadings[1]] })
    expect(response.statusCode).toBe(200)
    const { results } = positionsAnswer.parse(response.json())
    expect([results[0]?.checks.length, results.at(-1)?.checks.length]).toEqual([1, 1])
    const refusedResults = results.slice(1, -1)
    expect(refusedResults.map(it => it.refused[0]?.code)).toEqual(
      invalidReadings.map(() => 'READING_INVALID'),
    )
    expect(refusedResults.map(it => it.refused[0]?.reason?.split(':')[0])).toEqual([
      'lat',
      'id',
      'capturedAt',
      'capturedAt',
      'accuracyMeters',
      'reading',
      'reading',
    ])
    expect(refusedResults.map(it => it.id !== null)).toEqual([true, false, true, true, true, false, false])
  })

  test('stores values too small for the column as null without delaying anybody', async () => {
    const tinyReading = createReading({ lat: 5e-324, lng: -0 }, { zoneId: zone.id, accuracyMeters: 1e-46 })
    const { results } = (await send({ readings: [tinyReading] })).json()
    expect(results).toMatchObject([{ refused: [], checks: [{ checkId: tinyReading.id }] }])
    const { rows } = await muster.db.pool.query(
      'select latitude, accuracy_meters from position_checks where id = $1',
      [tinyReading.id],
    )
    expect(rows).toEqual([{ latitude: 0, accuracy_meters: 0 }])
  })

  test('refuses a body larger than a megabyte without reading it', async () => {
    const response = await send({ readings: [], padding: 'x'.repeat(1024 * 1024) })
    expect(response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 })
  })

  test('tells the outbox to try again later when the server cannot keep up', async () => {
    const busyApp = Fastify()
    busyApp.setErrorHandler(sendError)
    registerIngest(busyApp, {
      ...muster.services.presence,
      sessions: muster.services.sessions,
      writer: { write: () => Promise.reject(fail('SERVICE_UNAVAILABLE')), findRefusal: () => undefined },
    })
    const response = await busyApp.inject({
      method: 'POST',
      url: '/ingest/positions',
      payload: { readings: [createReading(insideTestBox, { zoneId: zone.id })] },
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ defined: true, code: 'SERVICE_UNAVAILABLE' })
    await busyApp.close()
  })

  test('has no echo unless it is enabled', async () => {
    expect(
      (await send({ readings: [createReading(insideTestBox)] }, user.token, '/ingest/echo')).statusCode,
    ).toBe(404)
  })

  test('takes the source from each reading, app or person; the default is the device', async () => {
    const readings = ['automatic', undefined, 'manual', 'guessed'].map(source =>
      createReading(insideTestBox, { zoneId: zone.id, source }),
    )
    const { results } = positionsAnswer.parse((await send({ readings })).json())
    expect(results[3]?.refused).toMatchObject([{ code: 'READING_INVALID' }])
    const { rows } = await muster.db.pool.query('select id, source from position_checks where id = any($1)', [
      readings.map(({ id }) => id),
    ])
    const sourceById = Object.fromEntries(rows.map(({ id, source }) => [id, source]))
    expect(readings.map(({ id }) => sourceById[id])).toEqual(['automatic', 'device', 'manual', undefined])
  })
})
