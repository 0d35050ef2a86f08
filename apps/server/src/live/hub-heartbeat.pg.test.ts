import { closeCodes } from '@muster/contract/feed.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hashToken } from '../lib/secrets.ts'
import { addMember, addPerson, addZone, startLiveServer } from './testing/live-server.ts'

let server: Awaited<ReturnType<typeof startLiveServer>>
beforeAll(async () => {
  server = await startLiveServer({ heartbeatMs: 500, sessionCheckMs: 0 })
})
afterAll(() => server.stop())

/** Creates a member of a new zone, with a socket that has been greeted. */
async function createZoneMember(role?: string) {
  const { pool } = server.db
  const [person, zone] = [await addPerson(pool), await addZone(pool)]
  await addMember(pool, zone.zoneId, person.userId, role)
  const client = server.connect({ token: person.token, topics: [zone.topic] })
  const ready = await client.message('ready')
  return { ...person, topic: zone.topic, client, ready }
}

test('an expired grant is read again', async () => {
  const { client, ready, topic, userId } = await createZoneMember('worker')
  expect(ready.topics).toContain(topic)
  await server.db.pool.query('delete from zone_assignments where user_id = $1', [userId])
  expect(await client.message('closed-topic')).toEqual({ type: 'closed-topic', topic })
})

test('a session that ended without an event is detected', async () => {
  const { client, token } = await createZoneMember()
  const { pool } = server.db
  await pool.query('alter table auth.sessions disable trigger announce_session_end')
  await pool.query('delete from auth.sessions where token = $1', [hashToken(token)])
  await pool.query('alter table auth.sessions enable trigger announce_session_end')
  // Otherwise the cached session would expire only after 30 s.
  server.sessions.forgetAll()
  expect(await client.closedWith()).toBe(closeCodes.revoked)
})

test('an unresponsive socket is terminated, a responsive one stays', async () => {
  const [deadMember, livingMember] = [await createZoneMember(), await createZoneMember()]
  let beatCount = 0
  livingMember.client.socket.on('ping', () => beatCount++)
  const socketsBefore = server.hub.metrics.sockets
  deadMember.client.socket.pause()
  await vi.waitUntil(() => server.hub.metrics.sockets < socketsBefore && beatCount >= 3, {
    timeout: 10_000,
    interval: 5,
  })
  livingMember.client.send({ type: 'ping' })
  await livingMember.client.message('pong')
})
