import { closeCodes } from '@muster/contract/feed.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  addMember,
  addPerson,
  addZone,
  createNumberedEvent,
  startLiveServer,
  writeEvent,
} from './testing/live-server.ts'

let server: Awaited<ReturnType<typeof startLiveServer>>
const waitOptions = { timeout: 15_000, interval: 5 }
const epoch = (timeline: number) => `77127674-0000000${timeline}-5-60f28709`

// A test database has no standby, so the test answers for one. `npm run prove -- failover` promotes a real one.
let timeline: number
let isSynchronous: boolean
const history = {
  readEpoch: async () => epoch(timeline),
  readIsSynchronous: async () => isSynchronous,
}
beforeEach(() => {
  timeline = 1
  isSynchronous = true
})
afterEach(() => server.stop())

/** Starts a server with somebody who has received an event. */
async function receiveOne() {
  server = await startLiveServer({}, { history })
  const { pool } = server.db
  const [person, zone] = [await addPerson(pool), await addZone(pool)]
  await addMember(pool, zone.zoneId, person.userId)
  const options = { token: person.token, topics: [zone.topic] }
  const client = server.connect(options)
  await client.message('ready')
  await writeEvent(pool, zone.topic, createNumberedEvent(zone.zoneId, 1))
  const { cursor } = await client.message('event')
  return { pool, zone, options, client, cursor }
}

/** Makes the reader reconnect, as to a standby that took over. */
async function failOver() {
  timeline = 2
  await server.db.pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'muster-feed' and datname = current_database()`,
  )
}
const isFollowed = () => server.reader.state === 'following' && server.reader.epoch === epoch(2)

test('a socket resumes on a synchronous standby that took over', async () => {
  const { pool, zone, options, client, cursor } = await receiveOne()
  await failOver()
  expect(await client.closedWith()).toBe(closeCodes.serverRestart)
  await vi.waitUntil(isFollowed, waitOptions)
  await writeEvent(pool, zone.topic, createNumberedEvent(zone.zoneId, 2))
  const resumedClient = server.connect({ ...options, since: cursor, epoch: epoch(1) })
  expect(await resumedClient.message('ready')).toMatchObject({ resumed: true, epoch: epoch(2) })
  expect((await resumedClient.message('event')).event).toEqual(createNumberedEvent(zone.zoneId, 2))
  // A client that saw more of the old timeline than this node cannot be sure that the new one has it.
  const aheadClient = server.connect({ ...options, since: String(BigInt(cursor) + 1_000n), epoch: epoch(1) })
  expect(await aheadClient.message('ready')).toMatchObject({ resumed: false })
})

test('a socket does not resume if the standby lacks an event that was delivered', async () => {
  const { pool, options, client, cursor } = await receiveOne()
  await pool.query('delete from feed_events where seq = $1', [cursor])
  await failOver()
  await client.closedWith()
  await vi.waitUntil(isFollowed, waitOptions)
  const resumedClient = server.connect({ ...options, since: cursor, epoch: epoch(1) })
  expect(await resumedClient.message('ready')).toMatchObject({ resumed: false })
})

test('a socket does not resume after an asynchronous failover, which may have lost what its screen shows', async () => {
  isSynchronous = false
  const { options, client, cursor } = await receiveOne()
  await failOver()
  await client.closedWith()
  await vi.waitUntil(isFollowed, waitOptions)
  const resumedClient = server.connect({ ...options, since: cursor, epoch: epoch(1) })
  expect(await resumedClient.message('ready')).toMatchObject({ resumed: false })
})
