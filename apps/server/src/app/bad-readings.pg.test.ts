import { batchReading, positionsBatch } from '@muster/contract/presence.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insideTestBox } from '../testing/factories.ts'
import { expectTypedError, send } from './testing/doors.ts'
import { createMutations, createNestedJson } from './testing/hostile.ts'
import {
  createBearerHeaders,
  createHostileWorld,
  findProblems,
  findUnrefusedProblem,
  type HostileWorld,
} from './testing/hostile-world.ts'
import { countTableRows } from './testing/row-counts.ts'
import type { ServedApp } from './testing/served-app.ts'

let hostileWorld: HostileWorld
let server: ServedApp
const makeWorld = () => hostileWorld.makeWorld()

beforeAll(async () => {
  hostileWorld = await createHostileWorld()
  ;({ served: server } = hostileWorld)
})
afterAll(() => hostileWorld.stop())
afterEach(() => {
  server.takeErrors()
  expect({}).not.toHaveProperty('polluted')
})

describe('the endpoint for devices', () => {
  const url = '/ingest/positions'
  type Results = { checks: { zoneId: string }[]; refused: { code: string }[] }[]
  const sendBatch = (token: string, input: unknown) =>
    send(server.app, {
      method: 'POST',
      url,
      headers: { ...createBearerHeaders(token), 'content-type': 'application/json' },
      payload: JSON.stringify(input),
    })
  const createReading = () => ({
    id: crypto.randomUUID(),
    ...insideTestBox,
    accuracyMeters: 5,
    capturedAt: new Date().toISOString(),
  })

  it('refuses anything but a list of readings, and leaves nothing behind', async () => {
    const { member, zone } = await makeWorld()
    const countsBefore = await countTableRows(server.db)
    const cases = createMutations({ readings: [{ ...createReading(), zoneId: zone.id }] }).filter(
      ({ input }) => !positionsBatch.safeParse(input).success,
    )
    expect(cases.length).toBeGreaterThan(20)
    expect(await findProblems(cases, input => sendBatch(member.token, input), findUnrefusedProblem)).toEqual(
      [],
    )
    expect(await countTableRows(server.db)).toEqual(countsBefore)
  })

  it('refuses every invalid reading and accepts a valid one next to it', { timeout: 60_000 }, async () => {
    const { member, zone } = await makeWorld()
    const cases = createMutations({ ...createReading(), zoneId: zone.id }).filter(
      ({ input }) => !batchReading.safeParse(input).success,
    )
    expect(cases.length).toBeGreaterThan(50)
    const problems: string[] = []
    for (const { label, input } of cases) {
      const { status, body } = await sendBatch(member.token, { readings: [input, createReading()] })
      const [badResult, goodResult] = (body as { results?: Results }).results ?? []
      const isExpected =
        status === 200 &&
        badResult?.refused[0]?.code === 'READING_INVALID' &&
        goodResult?.checks[0]?.zoneId === zone.id
      if (!isExpected) problems.push(`${label}: ${status}`)
    }
    expect(problems).toEqual([])
    expect(server.takeErrors()).toEqual([])
  })

  it.each([
    ['nobody', undefined],
    ['a garbage token', 'garbage'],
    ['an endless token', 'x'.repeat(5_000)],
  ])('is closed to %s', async (_label, token) => {
    const response = await send(server.app, {
      method: 'POST',
      url,
      headers: token ? createBearerHeaders(token) : {},
      payload: { readings: [createReading()] },
    })
    expectTypedError(response, 'UNAUTHORIZED')
  })

  it.each([
    ['half a JSON text', '{"readings":[', 'BAD_REQUEST'],
    ['an empty body', '', 'BAD_REQUEST'],
    ['a deep list', createNestedJson(100_000), 'BAD_REQUEST'],
    ['a deep field', `{"readings":{"a":${createNestedJson(100_000)}}}`, 'BAD_REQUEST'],
    [
      '10,000 readings',
      JSON.stringify({ readings: Array.from({ length: 10_000 }, () => ({})) }),
      'BAD_REQUEST',
    ],
    ['a poisoned prototype', '{"__proto__":{"polluted":1},"readings":[]}', 'BAD_REQUEST'],
    ['2 MB', `{"readings":"${'x'.repeat(2 * 1024 * 1024)}"}`, 'PAYLOAD_TOO_LARGE'],
  ])('refuses %s', async (_label, payload, code) => {
    const { member } = await makeWorld()
    const countsBefore = await countTableRows(server.db)
    const headers = { ...createBearerHeaders(member.token), 'content-type': 'application/json' }
    expectTypedError(await send(server.app, { method: 'POST', url, headers, payload }), code)
    expect(await countTableRows(server.db)).toEqual(countsBefore)
  })

  it('survives a reading of any depth', async () => {
    const { member } = await makeWorld()
    const headers = { ...createBearerHeaders(member.token), 'content-type': 'application/json' }
    const payload = `{"readings":[${createNestedJson(100_000)},{"id":${createNestedJson(100_000)}}]}`
    const { status, body } = await send(server.app, { method: 'POST', url, headers, payload })
    expect(status).toBe(200)
    const code = 'READING_INVALID'
    expect(body).toMatchObject({ results: [{ refused: [{ code }] }, { refused: [{ code }] }] })
  })

  it('refuses another content type', async () => {
    const { member } = await makeWorld()
    const headers = { ...createBearerHeaders(member.token), 'content-type': 'application/xml' }
    expectTypedError(
      await send(server.app, { method: 'POST', url, headers, payload: '<a/>' }),
      'UNSUPPORTED_MEDIA_TYPE',
    )
  })

  it('refuses foreign and unknown zones alike, reading by reading', async () => {
    const { zone } = await makeWorld()
    const stranger = await hostileWorld.make.user()
    const countsBefore = await countTableRows(server.db)
    const headers = { ...createBearerHeaders(stranger.token), 'content-type': 'application/json' }
    const zoneIds = [zone.id, crypto.randomUUID()]
    const payload = { readings: zoneIds.map(zoneId => ({ ...createReading(), zoneId })) }
    const { status, body } = await send(server.app, { method: 'POST', url, headers, payload })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      results: zoneIds.map(zoneId => ({ checks: [], refused: [{ zoneId, code: 'ZONE_NOT_FOUND' }] })),
    })
    expect(await countTableRows(server.db)).toEqual(countsBefore)
  })
})
