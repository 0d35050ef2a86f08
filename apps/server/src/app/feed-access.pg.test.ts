import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { createFactories, type TestUser, testBox } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createFeedAccess } from './feed-access.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const createNoLinks = () => (path: string) => path
const toSession = ({ id, sessionId, role, email }: TestUser) => ({
  sessionId,
  userId: id,
  role,
  email,
  expiresAt: Date.now() + 60_000,
})

it('a zone with the id of a person opens the topic of the zone only', async () => {
  const make = createFactories(db)
  const [client, worker] = [await make.user({ role: 'client_admin' }), await make.user()]
  await db.pool.query(
    `insert into zones (id, name, boundary, start_lat, start_lng, end_lat, end_lng)
      values ($1, 'Yard', 'rectangle', $2, $3, $4, $5)`,
    [worker.id, testBox.start.lat, testBox.start.lng, testBox.end.lat, testBox.end.lng],
  )
  await make.assign(client, { id: worker.id, name: 'Yard' }, 'client_admin')
  const access = createFeedAccess(db, createNoLinks)
  const topics = [
    zoneTopic(worker.id),
    userTopic(worker.id),
    `group:${worker.id}`,
    'admin',
    worker.id,
    `xxxxx${worker.id}`,
  ]
  const { granted, denied } = await access.grant(toSession(client), topics)
  expect(granted.map(({ topic }) => topic)).toEqual([zoneTopic(worker.id)])
  expect(denied).toEqual(topics.slice(1))
})

it('an administrator follows every zone and administration topics, and nobody else’s own topic', async () => {
  const make = createFactories(db)
  const [admin, worker, zone] = [await make.user({ role: 'admin' }), await make.user(), await make.zone()]
  const { granted } = await createFeedAccess(db, createNoLinks).grant(toSession(admin), [
    zoneTopic(zone.id),
    userTopic(admin.id),
    userTopic(worker.id),
    zoneTopic(worker.id),
    'admin',
  ])
  expect(granted.map(({ topic }) => topic)).toEqual([zoneTopic(zone.id), userTopic(admin.id), 'admin'])
})
