import { closeCodes } from '@muster/contract/feed.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tokenHash } from '../rpc/sessions.queries.ts'
import { pruneFeed } from './retention.ts'
import type { LiveClientOptions } from './testing/live-client.ts'
import {
  addMember,
  addPerson,
  addSession,
  addZone,
  connectTo,
  numbered,
  readNumber,
  startLiveServer,
  write,
} from './testing/live-server.ts'

// This is one file because it covers a socket's life from the greeting to reconnecting, at one server; failures are in
// hub-trouble.pg.test.ts and hub-heartbeat.pg.test.ts, limits on clients in hub-bounds.pg.test.ts.

const soon = { timeout: 10_000, interval: 5 }

let server: Awaited<ReturnType<typeof startLiveServer>>
beforeAll(async () => {
  server = await startLiveServer({ helloMs: 700 })
})
afterAll(() => server.stop())

/** Creates a member of a new zone. */
async function memberOfZone(role?: string) {
  const { pool } = server.db
  const [person, zone] = [await addPerson(pool), await addZone(pool)]
  await addMember(pool, zone.zoneId, person.userId, role)
  const put = (number: number, userId?: string) =>
    write(pool, zone.topic, numbered(zone.zoneId, number, userId))
  const connect = (options: Partial<LiveClientOptions> = {}) =>
    server.connect({ token: person.token, topics: [zone.topic], ...options })
  return { ...person, ownTopic: person.topic, ...zone, put, connect }
}

/** Resolves when the node has read everything written so far. */
async function caughtUp() {
  const { rows } = await server.db.pool.query<{ last: string }>(
    'select coalesce(max(seq), 0)::text as last from feed_events',
  )
  await vi.waitUntil(() => server.reader.cursor >= BigInt(rows[0]?.last ?? 0), soon)
}

describe('greeting', () => {
  test('gives a member their zone and always their own topic, with all further events', async () => {
    const me = await memberOfZone()
    const other = await addZone(server.db.pool)
    await me.put(1)
    await caughtUp()
    const client = me.connect({ topics: [me.topic, other.topic] })
    const ready = await client.message('ready')
    expect(ready).toMatchObject({ resumed: false, epoch: server.reader.epoch, denied: [other.topic] })
    expect(new Set(ready.topics)).toEqual(new Set([me.ownTopic, me.topic]))
    await write(server.db.pool, other.topic, numbered(other.zoneId, 99))
    await me.put(2)
    await write(server.db.pool, me.ownTopic, { kind: 'zone.changed', zoneId: me.zoneId })
    await client.message('event', 1)
    expect(client.events.map(({ topic, event }) => [topic, event.kind, readNumber(event)])).toEqual([
      [me.topic, 'presence.changed', 2],
      [me.ownTopic, 'zone.changed', Number.NaN],
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
    const me = await memberOfZone()
    const client = me.connect()
    await client.message('ready')
    client.send({ type: 'hello', version: 1, token: me.token, topics: [] })
    expect(await client.closedWith()).toBe(closeCodes.malformed)
  })

  test('reports an expired session as unauthorized', async () => {
    const me = await memberOfZone()
    const token = await addSession(server.db.pool, me.userId, '-1 minute')
    expect(await me.connect({ token }).closedWith()).toBe(closeCodes.unauthorized)
  })
})

describe('watching', () => {
  test('replaces the previous list, and answers the ping with the current position', async () => {
    const me = await memberOfZone()
    const second = await addZone(server.db.pool)
    await addMember(server.db.pool, second.zoneId, me.userId)
    const client = me.connect()
    await client.message('ready')
    client.send({ type: 'watch', topics: [second.topic, `zone:${me.userId}`] })
    const watching = await client.message('watching')
    expect(new Set(watching.topics)).toEqual(new Set([me.ownTopic, second.topic]))
    expect(watching.denied).toEqual([`zone:${me.userId}`])
    await me.put(1)
    await write(server.db.pool, second.topic, numbered(second.zoneId, 2))
    await caughtUp()
    client.send({ type: 'ping' })
    const pong = await client.message('pong')
    expect(client.events.map(({ event }) => readNumber(event))).toEqual([2])
    expect(pong.cursor).toBe(String(server.reader.cursor))
  })

  test('hides what a role may not see, from the event of a role change on', async () => {
    const me = await memberOfZone('app_user')
    const client = me.connect()
    await client.message('ready')
    await me.put(1)
    await me.put(2, me.userId)
    const changed = { kind: 'membership.changed', zoneId: me.zoneId, userId: me.userId } as const
    const writer = await connectTo(server.database.url)
    // The role is raised and lowered again: events in between are judged by the current permissions, never by more.
    await writer.query('begin')
    await writer.query(`set local session_replication_role = 'replica'`)
    await writer.query(`update zone_assignments set role = 'zone_manager_rw' where user_id = $1`, [me.userId])
    await write(writer, me.ownTopic, { ...changed, role: 'zone_manager_rw' })
    await write(writer, me.topic, numbered(me.zoneId, 3))
    await writer.query('commit')
    await client.until('the third', () => client.events.find(({ event }) => readNumber(event) === 3))
    await writer.query('begin')
    await writer.query(`set local session_replication_role = 'replica'`)
    await writer.query(`update zone_assignments set role = 'app_user' where user_id = $1`, [me.userId])
    await write(writer, me.ownTopic, { ...changed, role: 'app_user' })
    await write(writer, me.topic, numbered(me.zoneId, 4))
    await writer.query('commit')
    await writer.end()
    await me.put(5, me.userId)
    await client.until('the fifth', () => client.events.find(({ event }) => readNumber(event) === 5))
    const numbers = client.events
      .map(({ event }) => readNumber(event))
      .filter(number => !Number.isNaN(number))
    expect(numbers).toEqual([2, 3, 5])
    expect(client.messages.filter(({ type }) => type === 'watching' || type === 'closed-topic')).toEqual([])
  })

  test("closes a lost membership's topic at once, including later events in the same page", async () => {
    const me = await memberOfZone()
    const client = me.connect()
    await client.message('ready')
    const writer = await connectTo(server.database.url)
    const removed = {
      kind: 'membership.removed',
      zoneId: me.zoneId,
      userId: me.userId,
      was: 'unknown',
    } as const
    await writer.query('begin')
    await writer.query(`set local session_replication_role = 'replica'`)
    await writer.query('delete from zone_assignments where user_id = $1', [me.userId])
    await write(writer, me.topic, numbered(me.zoneId, 1))
    await write(writer, me.ownTopic, removed)
    await write(writer, me.topic, numbered(me.zoneId, 2))
    await write(writer, me.ownTopic, { kind: 'zone.changed', zoneId: me.zoneId })
    await writer.query('commit')
    await writer.end()
    const last = await client.until('the last', () =>
      client.events.find(({ event }) => event.kind === 'zone.changed'),
    )
    expect(last).toBeDefined()
    const kinds = client.messages.map(it => (it.type === 'event' ? it.event.kind : it.type))
    expect(kinds).toEqual(['ready', 'presence.changed', 'membership.removed', 'closed-topic', 'zone.changed'])
    client.send({ type: 'watch', topics: [me.topic] })
    expect(await client.message('watching')).toMatchObject({ topics: [me.ownTopic], denied: [me.topic] })
  })

  test('opens a requested topic with a new membership', async () => {
    const me = await memberOfZone()
    const { pool } = server.db
    const zone = await addZone(pool)
    const client = me.connect({ topics: [zone.topic] })
    expect(await client.message('ready')).toMatchObject({ denied: [zone.topic] })
    await addMember(pool, zone.zoneId, me.userId)
    await write(pool, me.ownTopic, {
      kind: 'membership.added',
      zoneId: zone.zoneId,
      userId: me.userId,
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
    await write(pool, zone.topic, numbered(zone.zoneId, 7))
    await client.until('the event', () => client.events.find(({ event }) => readNumber(event) === 7))
  })
})

describe('the end of a session', () => {
  test("closes that session's sockets only on sign-out", async () => {
    const me = await memberOfZone()
    const elsewhere = await addSession(server.db.pool, me.userId)
    const [here, there] = [me.connect(), me.connect({ token: elsewhere })]
    await Promise.all([here.message('ready'), there.message('ready')])
    await server.db.pool.query('delete from auth.sessions where token = $1', [tokenHash(me.token)])
    expect(await here.closedWith()).toBe(closeCodes.revoked)
    await me.put(1)
    await there.message('event')
    expect(here.events).toEqual([])
    // The next event may already have arrived.
    expect(there.events[0]?.event.kind).toBe('session.revoked')
    expect(await me.connect().closedWith()).toBe(closeCodes.unauthorized)
  })

  test('happens at once when a person is suspended', async () => {
    const me = await memberOfZone()
    const client = me.connect()
    await client.message('ready')
    await server.db.pool.query(`update user_profiles set status = 'suspended' where id = $1`, [me.userId])
    expect(await client.closedWith()).toBe(closeCodes.revoked)
  })
})

describe('coming back', () => {
  test('delivers 2,000 events in order, each once, across random disconnections', async () => {
    const me = await memberOfZone()
    const total = 2_000
    const random = generator(20_261)
    // Uses a separate generator: the writers draw their numbers in an order that depends on timing.
    const randomBreak = generator(20_262)
    const received: number[] = []
    const cursors: string[] = []
    let connections = 0
    let resumed = 0
    let since: string | undefined
    let epoch: string | undefined

    // Four writers with transactions of different lengths, every tenth rolled back, and other topics in between.
    let next = 0
    const first = me.connect({ token: await addSession(server.db.pool, me.userId) })
    ;({ cursor: since, epoch } = await first.message('ready'))
    first.terminate()
    const writers = Array.from({ length: 4 }, async () => {
      const client = await connectTo(server.database.url)
      while (next < total) {
        const rollback = random() < 0.1
        const count = 1 + Math.floor(random() * 40)
        await client.query('begin')
        const batch = Array.from({ length: Math.min(count, total - next) }, (_, i) => next + i)
        if (!rollback) next += batch.length
        for (const number of batch) {
          await client.query(
            `insert into feed_events (topic, kind, payload) values ($1, 'presence.changed', $2), ('admin', 'zone.changed', '{}')`,
            [me.topic, { ...numbered(me.zoneId, number), kind: undefined }],
          )
        }
        await client.query(rollback ? 'rollback' : 'commit')
      }
      await client.end()
    })

    while (received.length < total) {
      connections++
      const target = Math.min(Math.max(Math.floor(randomBreak() * 100) - 20, 0), total - received.length)
      const client = me.connect({ since, epoch })
      const ready = await client.message('ready')
      expect(ready.resumed).toBe(true)
      resumed++
      await client.until(`${target} events`, () => (client.events.length >= target ? true : undefined))
      client.terminate()
      // The disconnection may fall between any two messages, often right after `ready`; later messages count as lost.
      let left = target
      for (const message of client.messages) {
        if (message.type === 'event' && left === 0) break
        if ('cursor' in message) since = message.cursor
        if (message.type !== 'event') continue
        left--
        received.push(readNumber(message.event))
        cursors.push(message.cursor)
      }
    }
    await Promise.all(writers)

    const { rows } = await server.db.pool.query<{ cursor: string; number: number }>(
      `select seq::text as cursor, (payload ->> 'durationMinutes')::int as number
        from feed_events where topic = $1 order by feed_events.seq`,
      [me.topic],
    )
    expect(rows).toHaveLength(total)
    expect(cursors).toEqual(rows.map(row => row.cursor))
    expect(received).toEqual(rows.map(row => row.number))
    expect(connections).toBeGreaterThan(20)
    expect(resumed).toBe(connections)
  }, 60_000)

  test('accepts a cursor of another node that is ahead of this one', async () => {
    const me = await memberOfZone()
    const writer = await connectTo(server.database.url)
    // This node's feed is held back, while the client already knows the second event.
    await writer.query('begin')
    await write(writer, 'admin', { kind: 'zone.changed', zoneId: me.zoneId })
    await me.put(1)
    await me.put(2)
    await me.put(3)
    const { rows } = await server.db.pool.query<{ cursor: string }>(
      `select seq::text as cursor from feed_events where topic = $1 order by feed_events.seq`,
      [me.topic],
    )
    const since = rows[1]?.cursor ?? ''
    const client = me.connect({ since, epoch: server.reader.epoch })
    expect(await client.message('ready')).toMatchObject({ resumed: true, cursor: since })
    client.send({ type: 'ping' })
    expect(await client.message('pong')).toMatchObject({ cursor: since })
    await writer.query('rollback')
    await writer.end()
    await client.message('event')
    await me.put(4)
    await client.message('event', 1)
    expect(client.events.map(({ event }) => readNumber(event))).toEqual([3, 4])
  })

  test.each<[string, (at: { cursor: string; epoch: string }) => Partial<LiveClientOptions>]>([
    ['another epoch', ({ cursor }) => ({ since: cursor, epoch: 'another' })],
    ['no epoch', ({ cursor }) => ({ since: cursor })],
    ['a cursor of the future', ({ epoch }) => ({ since: '99999999999', epoch })],
    ['a cursor beyond all numbers', ({ epoch }) => ({ since: '9999999999999999999', epoch })],
  ])('%s requires a full reload', async (_what, change) => {
    const me = await memberOfZone()
    const client = me.connect()
    const { cursor, epoch } = await client.message('ready')
    await me.put(1)
    await client.message('event')
    const again = me.connect(change({ cursor, epoch }))
    const ready = await again.message('ready')
    expect(ready.resumed).toBe(false)
    await me.put(2)
    await again.message('event')
    expect(again.events.map(({ event }) => readNumber(event))).toEqual([2])
  })

  test('requires a full reload before the retention floor', async () => {
    const me = await memberOfZone()
    const client = me.connect()
    const { cursor, epoch } = await client.message('ready')
    await me.put(1)
    await me.put(2)
    const last = await client.message('event', 1)
    expect(await pruneFeed(server.db, 0, Date.now() + 86_400_000)).toBeGreaterThan(0)
    expect(await me.connect({ since: cursor, epoch }).message('ready')).toMatchObject({ resumed: false })
    // A client that saw the last dropped event has missed nothing.
    expect(await me.connect({ since: last.cursor, epoch }).message('ready')).toMatchObject({ resumed: true })
  })

  test('requires a full reload when the client is too far behind', async () => {
    const me = await memberOfZone()
    const { cursor, epoch } = await me.connect().message('ready')
    const fill = (count: number) =>
      server.db.pool.query(
        `insert into feed_events (topic, kind, payload)
          select $1, 'presence.changed', $2 from generate_series(1, $3::int)`,
        [me.topic, { ...numbered(me.zoneId, 1), kind: undefined }, count],
      )
    await fill(10_000)
    await caughtUp()
    const near = me.connect({ since: cursor, epoch })
    expect(await near.message('ready')).toMatchObject({ resumed: true })
    await near.until('all', () => near.events.length === 10_000 || undefined)
    await fill(1)
    await caughtUp()
    expect(await me.connect({ since: cursor, epoch }).message('ready')).toMatchObject({ resumed: false })
  })
})

/** Creates a small repeatable generator of numbers in [0, 1) (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
