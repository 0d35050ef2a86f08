import { captainsTopic, userTopic, zoneTopic } from '@muster/contract/topic.ts'
import { expect, it } from 'vitest'
import { createFactories, type TestUser, testBox } from '../testing/factories.ts'
import { testDatabase } from '../testing/test-world.ts'
import { createFeedAccess } from './feed-access.ts'

const { db } = testDatabase()

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

it('a captain follows the emergencies of their zones only, without the PIN, until the captaincy ends', async () => {
  const make = createFactories(db)
  const [captain, member] = [await make.user(), await make.user()]
  const [zone, other] = [await make.zone(), await make.zone()]
  for (const person of [captain, member])
    for (const place of [zone, other]) await make.assign(person, place, 'app_user', false)
  await db.pool.query('insert into zone_captains (user_id, zone_id) values ($1, $2), ($3, $4)', [
    captain.id,
    zone.id,
    member.id,
    other.id,
  ])
  const access = createFeedAccess(db, createNoLinks)
  const topics = [captainsTopic(zone.id), captainsTopic(other.id), zoneTopic(zone.id)]
  const list = async (person: TestUser) =>
    (await access.grant(toSession(person), topics)).granted.map(({ topic }) => topic)
  expect(await list(captain)).toEqual([captainsTopic(zone.id)])
  expect(await list(member)).toEqual([captainsTopic(other.id)])
  const [grant] = (await access.grant(toSession(captain), topics)).granted
  const event = { kind: 'emergency.progress' as const, zoneId: zone.id, emergencyId: crypto.randomUUID() }
  expect(grant && access.maySee(grant.viewer, event)).toBe(true)
  expect(access.regrants({ kind: 'captain.changed', userId: captain.id })).toBe('topics')
  await db.pool.query(`update zones set status = 'suspended' where id = $1`, [other.id])
  expect(await list(member)).toEqual([])
  await db.pool.query('delete from zone_captains where user_id = $1', [captain.id])
  expect(await list(captain)).toEqual([])
})
