import { closeCodes, type FeedEvent } from '@muster/contract/feed.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { withDatabase } from '../db/embedded/connection-url.ts'
import {
  addMember,
  addPerson,
  addZone,
  connectTo,
  createNumberedEvent,
  startLiveServer,
  writeEvent,
} from './testing/live-server.ts'

const waitOptions = { timeout: 15_000, interval: 5 }

let server: Awaited<ReturnType<typeof startLiveServer>>
afterEach(() => server.stop())

test('one stalled socket of 50 is disconnected and delays nobody', async () => {
  server = await startLiveServer({ unsentBytes: 256 * 1024, socketsPerSession: 100, goodbyeMs: 200 })
  const { pool } = server.db
  const person = await addPerson(pool)
  const [quietZone, busyZone] = [await addZone(pool), await addZone(pool)]
  await addMember(pool, quietZone.zoneId, person.userId)
  await addMember(pool, busyZone.zoneId, person.userId)

  const otherClients = Array.from({ length: 49 }, () =>
    server.connect({ token: person.token, topics: [quietZone.topic] }),
  )
  const stalledClient = server.connect({ token: person.token, topics: [quietZone.topic, busyZone.topic] })
  await Promise.all([...otherClients, stalledClient].map(client => client.message('ready')))
  expect(server.hub.metrics.sockets).toBe(50)

  // Stop reading, so that the heavy events fill the kernel's buffers.
  stalledClient.socket.pause()
  let writtenCount = 0
  while (server.hub.metrics.closedTooSlow === 0) {
    await writeEvent(pool, busyZone.topic, createLargeEvent(busyZone.zoneId))
    await writeEvent(pool, quietZone.topic, createNumberedEvent(quietZone.zoneId, writtenCount++))
    await Promise.all(otherClients.map(client => client.message('event', writtenCount - 1)))
    expect(writtenCount).toBeLessThan(1_000)
  }
  // The stalled socket is disconnected, and then removed although it never read the close frame; all others are still there and
  // have received everything.
  await vi.waitUntil(() => server.hub.metrics.sockets === 49, waitOptions)
  await writeEvent(pool, quietZone.topic, createNumberedEvent(quietZone.zoneId, writtenCount++))
  await Promise.all(otherClients.map(client => client.message('event', writtenCount - 1)))
  for (const client of otherClients) {
    expect(client.events.map(({ event }) => event)).toEqual(
      Array.from({ length: writtenCount }, (_, number) => createNumberedEvent(quietZone.zoneId, number)),
    )
  }
  expect(server.hub.metrics.closedTooSlow).toBe(1)
  stalledClient.socket.resume()
  expect([closeCodes.tooSlow, 1006]).toContain(await stalledClient.closedWith())
}, 60_000)

test('a slow socket gets a long replay at its own pace', async () => {
  server = await startLiveServer({ unsentBytes: 512 * 1024, replayBytes: 64 * 1024 })
  const { pool } = server.db
  const person = await addPerson(pool)
  const [zone, quietZone] = [await addZone(pool), await addZone(pool)]
  await addMember(pool, zone.zoneId, person.userId)
  await addMember(pool, quietZone.zoneId, person.userId)
  const options = { token: person.token, topics: [zone.topic] }
  const firstClient = server.connect({ ...options, topics: [quietZone.topic] })
  const { cursor, epoch } = await firstClient.message('ready')
  // About 24 MB: far more than the kernel and the limit allow to be buffered together.
  const count = 400
  for (let i = 0; i < count; i++) await writeEvent(pool, zone.topic, createLargeEvent(zone.zoneId))
  // Write a later event, so that all events above are in the past and are replayed.
  await writeEvent(pool, quietZone.topic, createNumberedEvent(quietZone.zoneId, 0))
  await firstClient.message('event', 0)
  firstClient.terminate()
  const client = server.connect({ ...options, since: cursor, epoch })
  expect(await client.message('ready')).toMatchObject({ resumed: true })
  client.socket.pause()
  // New events during the pause wait behind the replay.
  await writeEvent(pool, zone.topic, createNumberedEvent(zone.zoneId, 1))
  client.socket.resume()
  await client.until('everything', () => (client.events.length === count + 1 ? true : undefined))
  expect(client.events.at(-1)?.event).toEqual(createNumberedEvent(zone.zoneId, 1))
  expect(server.hub.metrics.closedTooSlow).toBe(0)
}, 60_000)

test('a socket that reads nothing of its replay is disconnected', async () => {
  server = await startLiveServer({ replayBytes: 64 * 1024, replayStallMs: 200, goodbyeMs: 200 })
  const { pool } = server.db
  const person = await addPerson(pool)
  const zone = await addZone(pool)
  await addMember(pool, zone.zoneId, person.userId)
  const options = { token: person.token, topics: [zone.topic] }
  const firstClient = server.connect(options)
  const { cursor, epoch } = await firstClient.message('ready')
  firstClient.terminate()
  for (let i = 0; i < 400; i++) await writeEvent(pool, zone.topic, createLargeEvent(zone.zoneId))
  const client = server.connect({ ...options, since: cursor, epoch })
  await client.opened
  client.socket.pause()
  await vi.waitUntil(() => server.hub.metrics.closedTooSlow === 1, waitOptions)
  await vi.waitUntil(() => server.hub.metrics.sockets === 0, waitOptions)
}, 60_000)

test('sockets are closed while the feed is not followed, and may reconnect and resume afterwards', async () => {
  server = await startLiveServer({ brokenMs: 100 })
  const { pool } = server.db
  const person = await addPerson(pool)
  const zone = await addZone(pool)
  await addMember(pool, zone.zoneId, person.userId)
  const options = { token: person.token, topics: [zone.topic] }
  const client = server.connect(options)
  const { cursor, epoch } = await client.message('ready')

  const operator = await connectTo(withDatabase(server.database.url, 'postgres'))
  const { name } = server.database
  await operator.query(`alter database ${name} allow_connections false`)
  await operator.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'muster-feed' and datname = $1`,
    [name],
  )
  expect(await client.closedWith()).toBe(closeCodes.unavailable)
  expect(server.reader.state).toBe('broken')
  expect(await server.connect(options).closedWith()).toBe(closeCodes.unavailable)
  await operator.query(`alter database ${name} allow_connections true`)
  await operator.end()
  await vi.waitUntil(() => server.reader.state === 'following', waitOptions)
  await writeEvent(pool, zone.topic, createNumberedEvent(zone.zoneId, 1))
  const resumedClient = server.connect({ ...options, since: cursor, epoch })
  expect(await resumedClient.message('ready')).toMatchObject({ resumed: true })
  expect((await resumedClient.message('event')).event).toEqual(createNumberedEvent(zone.zoneId, 1))
})

test('after lost events, sockets are closed and cannot resume', async () => {
  server = await startLiveServer()
  const { pool } = server.db
  const person = await addPerson(pool)
  const client = server.connect({ token: person.token })
  const { cursor, epoch } = await client.message('ready')
  await pool.query('update feed_floor set seq = 1000000')
  await pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'muster-feed' and datname = current_database()`,
  )
  expect(await client.closedWith()).toBe(closeCodes.serverRestart)
  await vi.waitUntil(() => server.reader.state === 'following', waitOptions)
  const resumedClient = server.connect({ token: person.token, since: cursor, epoch })
  expect(await resumedClient.message('ready')).toMatchObject({ resumed: false })
})

test('a failed grant query closes the socket without signing the person out', async () => {
  server = await startLiveServer()
  const { pool } = server.db
  const person = await addPerson(pool)
  const options = { token: person.token, topics: [(await addZone(pool)).topic] }
  await pool.query('alter table zone_assignments rename to elsewhere')
  expect(await server.connect(options).closedWith()).toBe(closeCodes.unavailable)
  await pool.query('alter table elsewhere rename to zone_assignments')
  await server.connect(options).message('ready')
})

test('a stopping server notifies its sockets', async () => {
  server = await startLiveServer()
  const person = await addPerson(server.db.pool)
  const client = server.connect({ token: person.token })
  const silentClient = server.connect({ quiet: true })
  await Promise.all([client.message('ready'), silentClient.opened])
  await server.closeApp()
  expect(await client.closedWith()).toBe(closeCodes.serverRestart)
  expect(await silentClient.closedWith()).toBe(closeCodes.serverRestart)
  expect(server.hub.metrics.sockets).toBe(0)
})

/** Creates an event of about 60 KB. */
function createLargeEvent(zoneId: string): FeedEvent {
  const location = { userId: zoneId, lat: 1, lng: 2, accuracyMeters: null, at: '2026-01-01T00:00:00.000Z' }
  return { kind: 'presence.located', zoneId, located: Array.from({ length: 550 }, () => location) }
}
