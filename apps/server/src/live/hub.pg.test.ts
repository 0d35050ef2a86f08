import { closeCodes } from '@muster/contract/feed.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashToken } from '../lib/secrets.ts'
import { pruneFeed } from './retention.ts'
import type { LiveClientOptions } from './testing/live-client.ts'
import {
  addMember,
  addPerson,
  addSession,
  addZone,
  connectTo,
  createNumberedEvent,
  readNumber,
  startLiveServer,
  writeEvent,
} from './testing/live-server.ts'

// This is one file because it covers a socket's life from the greeting to reconnecting, on one server. Failures are in
// hub-trouble.pg.test.ts and hub-heartbeat.pg.test.ts, limits on clients in hub-bounds.pg.test.ts.

const waitOptions = { timeout: 10_000, interval: 5 }

let server: Awaited<ReturnType<typeof startLiveServer>>
beforeAll(async () => {
  server = await startLiveServer({ helloMs: 700 })
})
afterAll(() => server.stop())

/** Creates a member of a new zone. */
async function createZoneMember(role?: string) {
  const { pool } = server.db
  const [person, zone] = [await addPerson(pool), await addZone(pool)]
  await addMember(pool, zone.zoneId, person.userId, role)
  const putNumbered = (number: number, userId?: string) =>
    writeEvent(pool, zone.topic, createNumberedEvent(zone.zoneId, number, userId))
  const connect = (options: Partial<LiveClientOptions> = {}) =>
    server.connect({ token: person.token, topics: [zone.topic], ...options })
  return { ...person, ownTopic: person.topic, ...zone, put: putNumbered, connect }
}

/** Resolves when the node has read everything written so far. */
async function waitUntilCaughtUp() {
  const { rows } = await server.db.pool.query<{ last: string }>(
    'select coalesce(max(seq), 0)::text as last from feed_events',
  )
  await vi.waitUntil(() => server.reader.cursor >= BigInt(rows[0]?.last ?? 0), waitOptions)
}

describe('greeting', () => {
  test('gives a member their zone and always their own topic, with all further events', async () => {
    const member = await createZoneMember()
    const otherZone = await addZone(server.db.pool)
    await member.put(1)
    await waitUntilCaughtUp()
    const client = member.connect({ topics: [member.topic, otherZone.topic] })
    const ready = await client.message('ready')
    expect(ready).toMatchObject({ resumed: false, epoch: server.reader.epoch, denied: [otherZone.topic] })
    expect(new Set(ready.topics)).toEqual(new Set([member.ownTopic, member.topic]))
    await writeEvent(server.db.pool, otherZone.topic, createNumberedEvent(otherZone.zoneId, 99))
    await member.put(2)
    await writeEvent(server.db.pool, member.ownTopic, { kind: 'zone.changed', zoneId: member.zoneId })
    await client.message('event', 1)
    expect(client.events.map(({ topic, event }) => [topic, event.kind, readNumber(event)])).toEqual([
      [member.topic, 'presence.changed', 2],
      [member.ownTopic, 'zone.changed', Number.NaN],
    ])
  })

  test.each<[string, keyof typeof closeCodes, Partial<LiveClientOptions>]>([
    ['an unknown token', 'unauthorized', { token: 'nobody' }],
    ['another version', 'versionUnknown', { version: 2 }],
    ['a topic that is none', 'malformed', { topics: ['zone:1'] }],
    ['too many topics', 'malformed', { topics: Array.from({ length: 1001 }, () => 'admin') }],
    ['no hello', 'helloMissing', { quiet: true }],
  ])('%s: %s', async (_what, code, options) => {
    const client = server.connect({ token: 'x', ...options })
    expect(await client.closedWith()).toBe(closeCodes[code])
  })

  test.each<[string, string | Buffer, number]>([
    ['no JSON', 'hello?', closeCodes.malformed],
    ['not an object', 'null', closeCodes.malformed],
    ['a type unknown', '{"type":"shout"}', closeCodes.malformed],
    ['watch before hello', '{"type":"watch","topics":[]}', closeCodes.malformed],
    ['bytes', Buffer.from('{"type":"ping"}'), closeCodes.malformed],
    ['64 KiB and more', `{"type":"ping","x":"${'x'.repeat(64 * 1024)}"}`, 1009],
  ])('refuses %s', async (_what, data, code) => {
    const client = server.connect({ quiet: true })
    await client.opened
    client.socket.send(data)
    expect(await client.closedWith()).toBe(code)
  })

  test('refuses a second hello', async () => {
    const member = await createZoneMember()
    const client = member.connect()
    await client.message('ready')
    client.send({ type: 'hello', version: 1, token: member.token, topics: [] })
    expect(await client.closedWith()).toBe(closeCodes.malformed)
  })

  test('reports an expired session as unauthorized', async () => {
    const member = await createZoneMember()
    const token = await addSession(server.db.pool, member.userId, '-1 minute')
    expect(await member.connect({ token }).closedWith()).toBe(closeCodes.unauthorized)
  })
})

describe('watching', () => {
  test('replaces the previous list, and answers the ping with the current position', async () => {
    const member = await createZoneMember()
    const secondZone = await addZone(server.db.pool)
    await addMember(server.db.pool, secondZone.zoneId, member.userId)
    const client = member.connect()
    await client.message('ready')
    client.send({ type: 'watch', topics: [secondZone.topic, `zone:${member.userId}`] })
    const watchingMessage = await client.message('watching')
    expect(new Set(watchingMessage.topics)).toEqual(new Set([member.ownTopic, secondZone.topic]))
    expect(watchingMessage.denied).toEqual([`zone:${member.userId}`])
    await member.put(1)
    await writeEvent(server.db.pool, secondZone.topic, createNumberedEvent(secondZone.zoneId, 2))
    await waitUntilCaughtUp()
    client.send({ type: 'ping' })
    const pong = await client.message('pong')
    expect(client.events.map(({ event }) => readNumber(event))).toEqual([2])
    expect(pong.cursor).toBe(String(server.reader.cursor))
  })

  test('hides what a role may not see, from the event of a role change on', async () => {
    const member = await createZoneMember('app_user')
    const client = member.connect()
    await client.message('ready')
    await member.put(1)
    await member.put(2, member.userId)
    const changedEvent = { kind: 'membership.changed', zoneId: member.zoneId, userId: member.userId } as const
    const writer = await connectTo(server.database.url)
    // The role is raised and lowered again. Events in between are judged by the current permissions, and never by higher ones.
    await writer.query('begin')
    await writer.query(`set local session_replication_role = 'replica'`)
    await writer.query(`update zone_assignments set role = 'zone_manager_rw' where user_id = $1`, [
      member.userId,
    ])
    await writeEvent(writer, member.ownTopic, { ...changedEvent, role: 'zone_manager_rw' })
    await writeEvent(writer, member.topic, createNumberedEvent(member.zoneId, 3))
    await writer.query('commit')
    await client.until('the third', () => client.events.find(({ event }) => readNumber(event) === 3))
    await writer.query('begin')
    await writer.query(`set local session_replication_role = 'replica'`)
    await writer.query(`update zone_assignments set role = 'app_user' where user_id = $1`, [member.userId])
    await writeEvent(writer, member.ownTopic, { ...changedEvent, role: 'app_user' })
    await writeEvent(writer, member.topic, createNumberedEvent(member.zoneId, 4))
    await writer.query('commit')
    await writer.end()
    await member.put(5, member.userId)
    await client.until('the fifth', () => client.events.find(({ event }) => readNumber(event) === 5))
    const numbers = client.events
      .map(({ event }) => readNumber(event))
      .filter(number => !Number.isNaN(number))
    expect(numbers).toEqual([2, 3, 5])
    expect(client.messages.filter(({ type }) => type === 'watching' || type === 'closed-topic')).toEqual([])
  })

  test("closes a lost membership's topic at once, including later events in the same page", async () => {
    const member = await createZoneMember()
    const client = member.connect()
    await client.message('ready')
    const writer = await connectTo(server.database.url)
    const removedEvent = {
      kind: 'membership.removed',
      zoneId: member.zoneId,
      userId: member.userId,
      was: 'unknown',
    } as const
    await writer.query('begin')
    await writer.query(`set local session_replication_role = 'replica'`)
    await writer.query('delete from zone_assignments where user_id = $1', [member.userId])
    await writeEvent(writer, member.topic, createNumberedEvent(member.zoneId, 1))
    await writeEvent(writer, member.ownTopic, removedEvent)
    await writeEvent(writer, member.topic, createNumberedEvent(member.zoneId, 2))
    await writeEvent(writer, member.ownTopic, { kind: 'zone.changed', zoneId: member.zoneId })
    await writer.query('commit')
    await writer.end()
    const lastMessage = await client.until('the last', () =>
      client.events.find(({ event }) => event.kind === 'zone.changed'),
    )
    expect(lastMessage).toBeDefined()
    const kinds = client.messages.map(it => (it.type === 'event' ? it.event.kind : it.type))
    expect(kinds).toEqual(['ready', 'presence.changed', 'membership.removed', 'closed-topic', 'zone.changed'])
    client.send({ type: 'watch', topics: [member.topic] })
    expect(await client.message('watching')).toMatchObject({
      topics: [member.ownTopic],
      denied: [member.topic],
    })
  })

  test('opens a requested topic with a new membership', async () => {
    const member = await createZoneMember()
    const { pool } = server.db
    const zone = await addZone(pool)
    const client = member.connect({ topics: [zone.topic] })
    expect(await client.message('ready')).toMatchObject({ denied: [zone.topic] })
    await addMember(pool, zone.zoneId, member.userId)
    await writeEvent(pool, member.ownTopic, {
      kind: 'membership.added',
      zoneId: zone.zoneId,
      userId: member.userId,
      role: 'zone_manager_rw',
      listed: {
        assignmentId: zone.zoneId,
        firstName: 'Ann',
        lastName: 'Oh',
        userCode: 'MUS-BBBB-CCCC-DDDD',
        zoneRole: 'zone_manager_rw',
        assignedAt: '2026-01-01T00:00:00.000000Z',
        member: null,
      },
    })
    expect((await client.message('watching')).topics).toContain(zone.topic)
    await writeEvent(pool, zone.topic, createNumberedEvent(zone.zoneId, 7))
    await client.until('the event', () => client.events.find(({ event }) => readNumber(event) === 7))
  })
})

describe('the end of a session', () => {
  test("closes that session's sockets only on sign-out", async () => {
    const member = await createZoneMember()
    const otherToken = await addSession(server.db.pool, member.userId)
    const [ownClient, otherClient] = [member.connect(), member.connect({ token: otherToken })]
    await Promise.all([ownClient.message('ready'), otherClient.message('ready')])
    await server.db.pool.query('delete from auth.sessions where token = $1', [hashToken(member.token)])
    expect(await ownClient.closedWith()).toBe(closeCodes.revoked)
    await member.put(1)
    await otherClient.message('event')
    expect(ownClient.events).toEqual([])
    // Check only the first event, because the next one may already have arrived.
    expect(otherClient.events[0]?.event.kind).toBe('session.revoked')
    expect(await member.connect().closedWith()).toBe(closeCodes.unauthorized)
  })

  test('happens at once when a person is suspended', async () => {
    const member = await createZoneMember()
    const client = member.connect()
    await client.message('ready')
    await server.db.pool.query(`update user_profiles set status = 'suspended' where id = $1`, [member.userId])
    expect(await client.closedWith()).toBe(closeCodes.revoked)
  })
})

describe('coming back', () => {
  test('delivers 2,000 events in order, each once, across random disconnections', async () => {
    const member = await createZoneMember()
    const totalCount = 2_000
    const random = createRandom(20_261)
    // Uses a separate generator, because the writers draw their numbers in an order that depends on timing.
    const randomBreak = createRandom(20_262)
    const receivedNumbers: number[] = []
    const cursors: string[] = []
    let connectionCount = 0
    let resumedCount = 0
    let since: string | undefined
    let epoch: string | undefined

    // Four writers with transactions of different lengths, every tenth rolled back, and other topics in between.
    let nextNumber = 0
    const firstClient = member.connect({ token: await addSession(server.db.pool, member.userId) })
    ;({ cursor: since, epoch } = await firstClient.message('ready'))
    firstClient.terminate()
    const writers = Array.from({ length: 4 }, async () => {
      const client = await connectTo(server.database.url)
      while (nextNumber < totalCount) {
        const shouldRollBack = random() < 0.1
        const count = 1 + Math.floor(random() * 40)
        await client.query('begin')
        const batch = Array.from(
          { length: Math.min(count, totalCount - nextNumber) },
          (_, i) => nextNumber + i,
        )
        if (!shouldRollBack) nextNumber += batch.length
        for (const number of batch) {
          await client.query(
            `insert into feed_events (topic, kind, payload) values ($1, 'presence.changed', $2), ('admin', 'zone.changed', '{}')`,
            [member.topic, { ...createNumberedEvent(member.zoneId, number), kind: undefined }],
          )
        }
        await client.query(shouldRollBack ? 'rollback' : 'commit')
      }
      await client.end()
    })

    while (receivedNumbers.length < totalCount) {
      connectionCount++
      const targetCount = Math.min(
        Math.max(Math.floor(randomBreak() * 100) - 20, 0),
        totalCount - receivedNumbers.length,
      )
      const client = member.connect({ since, epoch })
      const ready = await client.message('ready')
      expect(ready.resumed).toBe(true)
      resumedCount++
      await client.until(`${targetCount} events`, () =>
        client.events.length >= targetCount ? true : undefined,
      )
      client.terminate()
      // The disconnection may fall between any two messages, often right after `ready`; later messages count as lost.
      let remainingCount = targetCount
      for (const message of client.messages) {
        if (message.type === 'event' && remainingCount === 0) break
        if ('cursor' in message) since = message.cursor
        if (message.type !== 'event') continue
        remainingCount--
        receivedNumbers.push(readNumber(message.event))
        cursors.push(message.cursor)
      }
    }
    await Promise.all(writers)

    const { rows } = await server.db.pool.query<{ cursor: string; number: number }>(
      `select seq::text as cursor, (payload ->> 'durationMinutes')::int as number
        from feed_events where topic = $1 order by feed_events.seq`,
      [member.topic],
    )
    expect(rows).toHaveLength(totalCount)
    expect(cursors).toEqual(rows.map(row => row.cursor))
    expect(receivedNumbers).toEqual(rows.map(row => row.number))
    expect(connectionCount).toBeGreaterThan(20)
    expect(resumedCount).toBe(connectionCount)
  }, 60_000)

  test('accepts a cursor of another node that is ahead of this one', async () => {
    const member = await createZoneMember()
    const writer = await connectTo(server.database.url)
    // This node's feed is held back, while the client already knows the second event.
    await writer.query('begin')
    await writeEvent(writer, 'admin', { kind: 'zone.changed', zoneId: member.zoneId })
    await member.put(1)
    await member.put(2)
    await member.put(3)
    const { rows } = await server.db.pool.query<{ cursor: string }>(
      `select seq::text as cursor from feed_events where topic = $1 order by feed_events.seq`,
      [member.topic],
    )
    const since = rows[1]?.cursor ?? ''
    const client = member.connect({ since, epoch: server.reader.epoch })
    expect(await client.message('ready')).toMatchObject({ resumed: true, cursor: since })
    client.send({ type: 'ping' })
    expect(await client.message('pong')).toMatchObject({ cursor: since })
    await writer.query('rollback')
    await writer.end()
    await client.message('event')
    await member.put(4)
    await client.message('event', 1)
    expect(client.events.map(({ event }) => readNumber(event))).toEqual([3, 4])
  })

  test.each<[string, (at: { cursor: string; epoch: string }) => Partial<LiveClientOptions>]>([
    ['another epoch', ({ cursor }) => ({ since: cursor, epoch: 'another' })],
    ['no epoch', ({ cursor }) => ({ since: cursor })],
    ['a cursor of the future', ({ epoch }) => ({ since: '99999999999', epoch })],
    ['a cursor beyond all numbers', ({ epoch }) => ({ since: '9999999999999999999', epoch })],
  ])('%s requires a full reload', async (_what, change) => {
    const member = await createZoneMember()
    const client = member.connect()
    const { cursor, epoch } = await client.message('ready')
    await member.put(1)
    await client.message('event')
    const resumedClient = member.connect(change({ cursor, epoch }))
    const ready = await resumedClient.message('ready')
    expect(ready.resumed).toBe(false)
    await member.put(2)
    await resumedClient.message('event')
    expect(resumedClient.events.map(({ event }) => readNumber(event))).toEqual([2])
  })

  test('requires a full reload before the retention floor', async () => {
    const member = await createZoneMember()
    const client = member.connect()
    const { cursor, epoch } = await client.message('ready')
    await member.put(1)
    await member.put(2)
    const lastEvent = await client.message('event', 1)
    expect(await pruneFeed(server.db, 0, Date.now() + 86_400_000)).toBeGreaterThan(0)
    expect(await member.connect({ since: cursor, epoch }).message('ready')).toMatchObject({ resumed: false })
    // A client that saw the last dropped event has missed nothing.
    expect(await member.connect({ since: lastEvent.cursor, epoch }).message('ready')).toMatchObject({
      resumed: true,
    })
  })

  test('requires a full reload when the client is too far behind', async () => {
    const member = await createZoneMember()
    const { cursor, epoch } = await member.connect().message('ready')
    const fillFeed = (count: number) =>
      server.db.pool.query(
        `insert into feed_events (topic, kind, payload)
          select $1, 'presence.changed', $2 from generate_series(1, $3::int)`,
        [member.topic, { ...createNumberedEvent(member.zoneId, 1), kind: undefined }, count],
      )
    await fillFeed(10_000)
    await waitUntilCaughtUp()
    const nearClient = member.connect({ since: cursor, epoch })
    expect(await nearClient.message('ready')).toMatchObject({ resumed: true })
    await nearClient.until('all', () => nearClient.events.length === 10_000 || undefined)
    await fillFeed(1)
    await waitUntilCaughtUp()
    expect(await member.connect({ since: cursor, epoch }).message('ready')).toMatchObject({ resumed: false })
  })
})

/** Creates a small repeatable generator of numbers in [0, 1) (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
