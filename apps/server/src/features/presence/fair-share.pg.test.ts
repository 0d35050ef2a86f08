import { positionsAnswer } from '@muster/contract/presence.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError } from '../../app/http-errors.ts'
import { insideTestBox, type TestUser, type TestZone, testBox } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { registerIngest } from './ingest.ts'

const ZONES = 500

let muster: Awaited<ReturnType<typeof createTestServices>>
let app: FastifyInstance
let glutton: TestUser
let worker: TestUser
let site: TestZone

beforeAll(async () => {
  muster = await createTestServices()
  app = Fastify()
  app.setErrorHandler(sendError)
  registerIngest(app, { ...muster.services.presence, sessions: muster.services.sessions })
  glutton = await muster.make.user({ role: 'client_admin' })
  worker = await muster.make.user()
  site = await muster.make.zone()
  await muster.make.assign(worker, site, 'app_user', false)
  await muster.db.pool.query(
    `with made as (
       insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
       select 'Glut ' || n, 'rectangle', $2, $3, $4, $5 from generate_series(1, $6) n returning id
     ) insert into zone_assignments (user_id, zone_id, role) select $1, id, 'client_admin' from made`,
    [glutton.id, testBox.start.lat, testBox.start.lng, testBox.end.lat, testBox.end.lng, ZONES],
  )
})
afterAll(async () => {
  await app.close()
  await muster.stop()
})

let clock = Date.now() - 3_600_000
const reading = (over: object = {}) => ({
  id: uuidV7(),
  ...insideTestBox,
  accuracyMeters: 5,
  capturedAt: new Date(clock++).toISOString(),
  ...over,
})
const send = (user: TestUser, readings: object[]) =>
  app.inject({
    method: 'POST',
    url: '/ingest/positions',
    payload: { readings },
    headers: { authorization: `Bearer ${user.token}` },
  })

test('the zones of a reading are loaded together and leave connections for others', async () => {
  let accepted = 0
  const count = () => accepted++
  muster.db.pool.on('acquire', count)
  const { results } = positionsAnswer.parse((await send(glutton, [reading()])).json())
  muster.db.pool.off('acquire', count)
  expect(results[0]?.checks).toHaveLength(ZONES)
  expect(accepted).toBeLessThan(20)
})

test('the product of readings and zones is limited per request, and the error states the maximum', async () => {
  const response = await send(
    glutton,
    Array.from({ length: 5 }, () => reading()),
  )
  expect(response.statusCode).toBe(413)
  expect(response.json()).toMatchObject({
    defined: true,
    code: 'BATCH_TOO_LARGE',
    data: { mostReadings: 4 },
  })
})

test('a batch of the maximum size is accepted as a whole', async () => {
  const { results } = positionsAnswer.parse((await send(glutton, [reading(), reading(), reading()])).json())
  expect(results.map(it => [it.checks.length, it.refused])).toEqual([
    [ZONES, []],
    [ZONES, []],
    [ZONES, []],
  ])
})

test('concurrent batches of one person wait for each other, and none is refused because of another', async () => {
  const busy = await muster.make.user()
  await muster.db.pool.query(
    `insert into zone_assignments (user_id, zone_id, role, accepted_at)
     select $1, id, 'app_user', now() from zones where name like 'Glut %' limit 250`,
    [busy.id],
  )
  const answers = await Promise.all(Array.from({ length: 9 }, () => send(busy, [reading()])))
  expect(answers.map(it => it.statusCode)).toEqual(Array(9).fill(200))
})

test('a person who floods the endpoint delays only themselves; another person is never refused and hardly waits', async () => {
  const alone = await measureTimes(10)
  let flooding = true
  const codes = new Set<number>()
  const flood = Array.from({ length: 8 }, async () => {
    while (flooding) {
      const { statusCode } = await send(glutton, [reading(), reading(), reading(), reading()])
      codes.add(statusCode)
      // A well-behaved client also retries, but less often.
      if (statusCode !== 200) await new Promise(resolve => setTimeout(resolve, 50))
    }
  })
  await new Promise(resolve => setTimeout(resolve, 300))
  const times = await measureTimes(20).finally(() => {
    flooding = false
    return Promise.all(flood)
  })
  // The flooder's own readings overtake each other; late ones are queued separately, and that queue may not keep up.
  expect([...codes].filter(it => ![200, 429, 503].includes(it))).toEqual([])
  const p95 = times.sort((a, b) => a - b)[18] ?? 0
  const slowestAlone = Math.max(...alone)
  expect(p95, `alone ${slowestAlone} ms`).toBeLessThan(Math.max(2_500, slowestAlone * 20))
}, 60_000)

/** The durations (ms) of the worker's sequential checks, each of which must be recorded. */
async function measureTimes(count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const from = performance.now()
    const response = await send(worker, [reading({ zoneId: site.id })])
    times.push(performance.now() - from)
    expect(response.statusCode).toBe(200)
    expect(response.json().results[0].checks).toHaveLength(1)
  }
  return times
}

test('excessive senders are refused on the headers with a retry time, others are not', async () => {
  const answers = []
  for (let n = 0; n < 12; n++)
    answers.push(
      await send(
        glutton,
        Array.from({ length: 3 }, () => reading()),
      ),
    )
  const refused = answers.find(it => it.statusCode === 429)
  expect(refused?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(1)
  expect((await send(worker, [reading({ zoneId: site.id })])).statusCode).toBe(200)
})

test('invalid readings cost more than valid ones', async () => {
  const poisoner = await muster.make.user()
  await muster.make.assign(poisoner, site, 'app_user', false)
  const batch = Array.from({ length: 400 }, (_, n) => (n === 0 ? reading({ zoneId: site.id }) : { id: n }))
  const codes: number[] = []
  for (let n = 0; n < 3; n++) codes.push((await send(poisoner, batch)).statusCode)
  expect(codes).toEqual([200, 200, 429])
})

test('an outbox of 2,000 readings for one zone is accepted without waiting', async () => {
  const batch = () => Array.from({ length: 500 }, () => reading({ zoneId: site.id }))
  const other = await muster.make.user()
  await muster.make.assign(other, site, 'app_user', false)
  for (let n = 0; n < 4; n++) expect((await send(other, batch())).statusCode).toBe(200)
})

test('bytes count against the limit whatever they contain, and so do refused bodies', async () => {
  const sent = (user: TestUser, readings: object[], times: number) =>
    Promise.all(Array.from({ length: times }, async () => (await send(user, readings)).statusCode))
  const filling = { id: 'none', filling: 'x'.repeat(1_000_000) }
  expect(await sent(await muster.make.user(), [filling], 12)).toContain(429)
  const empty = await muster.make.user()
  await sent(empty, [], 700)
  expect(await sent(empty, [], 1)).toEqual([429])
})
