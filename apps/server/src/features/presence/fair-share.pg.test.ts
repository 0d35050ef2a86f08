import { positionsAnswer } from '@muster/contract/presence.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError } from '../../app/http-errors.ts'
import { insideTestBox, type TestUser, testBox } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { registerIngest } from './ingest.ts'

const ZONE_COUNT = 500

const muster = testServices()
const { zone, heavyUser, worker } = testWorld(
  muster,
  { heavyUser: { role: 'client_admin' }, worker: { in: 'app_user', entered: false } },
  { once: true },
)
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler(sendError)
  registerIngest(app, { ...muster.services.presence, sessions: muster.services.sessions })
  await muster.db.pool.query(
    `with made as (
       insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
       select 'Glut ' || n, 'rectangle', $2, $3, $4, $5 from generate_series(1, $6) n returning id
     ) insert into zone_assignments (user_id, zone_id, role) select $1, id, 'client_admin' from made`,
    [heavyUser.id, testBox.start.lat, testBox.start.lng, testBox.end.lat, testBox.end.lng, ZONE_COUNT],
  )
})
afterAll(() => app.close())

let clock = Date.now() - 3_600_000
const createReading = (overrides: object = {}) => ({
  id: uuidV7(),
  ...insideTestBox,
  accuracyMeters: 5,
  capturedAt: new Date(clock++).toISOString(),
  ...overrides,
})
const send = (user: TestUser, readings: object[]) =>
  app.inject({
    method: 'POST',
    url: '/ingest/positions',
    payload: { readings },
    headers: { authorization: `Bearer ${user.token}` },
  })

test('the zones of a reading are loaded together and leave connections for others', async () => {
  let acquiredCount = 0
  const countAcquired = () => acquiredCount++
  muster.db.pool.on('acquire', countAcquired)
  const { results } = positionsAnswer.parse((await send(heavyUser, [createReading()])).json())
  muster.db.pool.off('acquire', countAcquired)
  expect(results[0]?.checks).toHaveLength(ZONE_COUNT)
  expect(acquiredCount).toBeLessThan(20)
})

test('the product of readings and zones is limited per request, and the error states the maximum', async () => {
  const response = await send(
    heavyUser,
    Array.from({ length: 5 }, () => createReading()),
  )
  expect(response.statusCode).toBe(413)
  expect(response.json()).toMatchObject({
    defined: true,
    code: 'BATCH_TOO_LARGE',
    data: { mostReadings: 4 },
  })
})

test('a batch of the maximum size is accepted as a whole', async () => {
  const { results } = positionsAnswer.parse(
    (await send(heavyUser, [createReading(), createReading(), createReading()])).json(),
  )
  expect(results.map(it => [it.checks.length, it.refused])).toEqual([
    [ZONE_COUNT, []],
    [ZONE_COUNT, []],
    [ZONE_COUNT, []],
  ])
})

test('concurrent batches of one person wait for each other, and none is refused because of another', async () => {
  const busyUser = await muster.make.user()
  await muster.db.pool.query(
    `insert into zone_assignments (user_id, zone_id, role, accepted_at)
     select $1, id, 'app_user', now() from zones where name like 'Glut %' limit 250`,
    [busyUser.id],
  )
  const responses = await Promise.all(Array.from({ length: 9 }, () => send(busyUser, [createReading()])))
  expect(responses.map(it => it.statusCode)).toEqual(Array(9).fill(200))
})

test('a person who floods the endpoint delays only themselves; another person is never refused and hardly waits', async () => {
  const baselineDurations = await measureDurations(10)
  let isFlooding = true
  const codes = new Set<number>()
  const flood = Array.from({ length: 8 }, async () => {
    while (isFlooding) {
      const { statusCode } = await send(heavyUser, [
        createReading(),
        createReading(),
        createReading(),
        createReading(),
      ])
      codes.add(statusCode)
      // A well-behaved client also retries, but less often.
      if (statusCode !== 200) await new Promise(resolve => setTimeout(resolve, 50))
    }
  })
  await new Promise(resolve => setTimeout(resolve, 300))
  const durations = await measureDurations(20).finally(() => {
    isFlooding = false
    return Promise.all(flood)
  })
  // The flooder's own readings overtake each other; late ones are queued separately, and that queue may not keep up.
  expect([...codes].filter(it => ![200, 429, 503].includes(it))).toEqual([])
  const p95 = durations.sort((a, b) => a - b)[18] ?? 0
  const slowestBaseline = Math.max(...baselineDurations)
  expect(p95, `alone ${slowestBaseline} ms`).toBeLessThan(Math.max(2_500, slowestBaseline * 20))
}, 60_000)

/** Measures the durations (ms) of the worker's sequential checks, each of which must be recorded. */
async function measureDurations(count: number): Promise<number[]> {
  const durations: number[] = []
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    const response = await send(worker, [createReading({ zoneId: zone.id })])
    durations.push(performance.now() - startedAt)
    expect(response.statusCode).toBe(200)
    expect(response.json().results[0].checks).toHaveLength(1)
  }
  return durations
}

test('excessive senders are refused on the headers with a retry time, others are not', async () => {
  const responses = []
  for (let n = 0; n < 12; n++)
    responses.push(
      await send(
        heavyUser,
        Array.from({ length: 3 }, () => createReading()),
      ),
    )
  const refusedResponse = responses.find(it => it.statusCode === 429)
  expect(refusedResponse?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(Number(refusedResponse?.headers['retry-after'])).toBeGreaterThan(1)
  expect((await send(worker, [createReading({ zoneId: zone.id })])).statusCode).toBe(200)
})

test('invalid readings cost more than valid ones', async () => {
  const abusiveUser = await muster.make.user()
  await muster.make.assign(abusiveUser, zone, 'app_user', false)
  const batch = Array.from({ length: 400 }, (_, n) =>
    n === 0 ? createReading({ zoneId: zone.id }) : { id: n },
  )
  const codes: number[] = []
  for (let n = 0; n < 3; n++) codes.push((await send(abusiveUser, batch)).statusCode)
  expect(codes).toEqual([200, 200, 429])
})

test('an outbox of 2,000 readings for one zone is accepted without waiting', async () => {
  const createBatch = () => Array.from({ length: 500 }, () => createReading({ zoneId: zone.id }))
  const otherUser = await muster.make.user()
  await muster.make.assign(otherUser, zone, 'app_user', false)
  for (let n = 0; n < 4; n++) expect((await send(otherUser, createBatch())).statusCode).toBe(200)
})

test('bytes count against the limit whatever they contain, and so do refused bodies', async () => {
  const sendRepeatedly = (user: TestUser, readings: object[], times: number) =>
    Promise.all(Array.from({ length: times }, async () => (await send(user, readings)).statusCode))
  const fillerReading = { id: 'none', filling: 'x'.repeat(1_000_000) }
  expect(await sendRepeatedly(await muster.make.user(), [fillerReading], 12)).toContain(429)
  const emptySender = await muster.make.user()
  await sendRepeatedly(emptySender, [], 700)
  expect(await sendRepeatedly(emptySender, [], 1)).toEqual([429])
})
