import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendError } from '../../../apps/server/src/app/http-errors.ts'
import { registerBadgeDoor } from '../../../apps/server/src/features/badges/badge-door.ts'
import { registerTrackerRoutes } from '../../../apps/server/src/features/trackers/tracker-doors.ts'
import { testServices } from '../../../apps/server/src/testing/test-services.ts'
import { playWaysIn } from './play.ts'
import type { Server } from './site.ts'

// The short form of `npm run prove -- ways-in`, which adds a running server, 300 people and 10,000 badge events.
const perWay = 11
const badgeEvents = 300

const muster = testServices()
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  app.setErrorHandler(sendError)
  const { presence, caches, concurrency } = muster.services
  registerTrackerRoutes(app, { ...presence, trackers: caches.trackers, concurrency })
  registerBadgeDoor(app, { db: muster.db, badgeKeys: caches.badgeKeys, concurrency })
  await muster.services.reader.start()
})
afterAll(async () => {
  await app.close()
})

const createServer = (): Server => ({
  async call(account, name, input) {
    const [feature = '', procedure = ''] = name.split('.')
    const client = muster.call(account) as unknown as Record<
      string,
      Record<string, (it: object) => Promise<unknown>>
    >
    try {
      const answer = await client[feature]?.[procedure]?.(input)
      return answer
    } catch (error) {
      throw new Error(`${name}: ${JSON.stringify(error)}`, { cause: error })
    }
  },
  async post(url, headers, payload) {
    const response = await app.inject({ method: 'POST', url, headers, payload })
    expect([url, response.statusCode, response.body]).toEqual([url, 200, expect.any(String)])
    return response.body === '' ? undefined : JSON.parse(response.body)
  },
  sql: async (statement, values) => (await muster.db.pool.query(statement, values)).rows,
  async runJob(name) {
    const job = muster.services.jobs.find(it => it.name === name)
    await job?.run(new AbortController().signal)
    expect(job).toBeDefined()
  },
})

it('people who come in by six ways are inside, on the roll and in the report as they came, each once', async () => {
  const { problems, people, badgeRepeats } = await playWaysIn(createServer(), {
    perWay,
    badgeEvents,
    settleMs: 0,
  })
  expect(problems).toEqual([])
  expect(people).toBe(66)
  expect(badgeRepeats).toBeGreaterThan(0)
})
