import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/embedded/connection-url.ts'
import { startFreezingProxy } from '../testing/freezing-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { appendEvents } from './append.ts'
import type { FeedEntry } from './entry.ts'
import { createFeedReader, type FeedReader } from './reader.ts'
import { collect, connectTo, numbered, readNumber, silent, write } from './testing/live-server.ts'

const zoneId = '018f0000-0000-7000-8000-000000000001'
const topic = `zone:${zoneId}`
const soon = { timeout: 10_000, interval: 5 }

let database: TestDatabase
let db: Database
let reader: FeedReader
let entries: FeedEntry[]
const clients: pg.Client[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { size: 4 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  reader = createFeedReader({ url: database.url, log: silent })
  await reader.start()
  entries = collect(reader)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map(client => client.end()))
  await reader.stop()
})

async function connect() {
  const client = await connectTo(database.url)
  clients.push(client)
  return client
}

const put = (client: pg.Client, number: number) => write(client, topic, numbered(zoneId, number))
const numbers = () => entries.map(entry => readNumber(entry.event))

describe('the order of the feed', () => {
  test('does not skip a late commit: later events wait, earlier ones do not', async () => {
    const [early, late] = [await connect(), await connect()]
    await put(late, 1)
    await early.query('begin')
    await put(early, 2)
    await put(late, 3)
    await vi.waitUntil(() => reader.delayMs > 0, soon)
    expect(numbers()).toEqual([1])
    await put(early, 4)
    await early.query('commit')
    await vi.waitUntil(() => entries.length === 4, soon)
    expect(numbers()).toEqual([1, 2, 3, 4])
    await vi.waitUntil(() => reader.delayMs === 0, soon)
  })

  test('is not held back by a writer that rolled back to a savepoint and may write again', async () => {
    const [early, late] = [await connect(), await connect()]
    await early.query('begin')
    await early.query('savepoint s')
    await put(early, 1)
    await early.query('rollback to s')
    await put(late, 2)
    await vi.waitUntil(() => entries.length === 1, soon)
    await put(early, 3)
    await put(late, 4)
    await early.query('commit')
    await vi.waitUntil(() => entries.length === 3, soon)
    expect(numbers()).toEqual([2, 3, 4])
  })

  test('is not held back by transactions that do not write to the feed, in this or another database', async () => {
    const [idle, serial, busy] = [await connect(), await connect(), await connect()]
    await idle.query('begin')
    await idle.query(`insert into installation_facts (fact) values ('a test')`)
    await serial.query('begin isolation level serializable')
    await serial.query('select pg_current_xact_id(), (select count(*) from zones)')
    const elsewhere = await connectTo(withDatabase(database.url, 'postgres'))
    clients.push(elsewhere)
    await elsewhere.query('begin')
    await elsewhere.query('select pg_current_xact_id(), pg_advisory_xact_lock_shared(1836410724, 0)')
    for (let number = 1; number <= 3; number++) {
      await put(busy, number)
      await vi.waitUntil(() => entries.length === number, soon)
      expect(reader.isFresh).toBe(true)
    }
    for (const open of [idle, serial, elsewhere]) await open.query('rollback')
  })

  test('stops trusting caches soon after a writer stays open', async () => {
    const [early, late] = [await connect(), await connect()]
    await early.query('begin')
    await put(early, 1)
    expect(reader.isFresh).toBe(true)
    await put(late, 2)
    await vi.waitUntil(() => !reader.isFresh, soon)
    await early.query('rollback')
    await vi.waitUntil(() => reader.isFresh, soon)
  })

  test('notifies caches ahead of an open writer, once, and keeps trusting them', async () => {
    const kinds = ['presence.changed']
    const hearing = createFeedReader({ url: database.url, log: silent, aheadKinds: kinds })
    await hearing.start()
    const final = collect(hearing)
    const ahead: number[] = []
    hearing.subscribe({ onUpcoming: entries => ahead.push(...entries.map(it => readNumber(it.event))) })
    const [early, late] = [await connect(), await connect()]
    await early.query('begin')
    await put(early, 1)
    for (const number of [2, 3]) await put(late, number)
    await vi.waitUntil(() => ahead.length === 2, soon)
    const until = performance.now() + 2_500
    while (performance.now() < until) {
      expect(hearing.isFresh).toBe(true)
      await sleep(50)
    }
    expect(reader.isFresh).toBe(false)
    await put(late, 4)
    await vi.waitUntil(() => ahead.length === 3, soon)
    expect(final).toEqual([])
    await early.query('commit')
    await vi.waitUntil(() => final.length === 4, soon)
    expect(ahead).toEqual([2, 3, 4])
    await hearing.stop()
  })

  test('restores the upper half of an event number', async () => {
    const [early, late] = [await connect(), await connect()]
    const { rows } = await db.pool.query<{ last: string }>('select max(seq)::text as last from feed_events')
    const setTo = (number: bigint) =>
      db.pool.query(`select setval(pg_get_serial_sequence('feed_events', 'seq'), $1)`, [String(number)])
    try {
      for (const last of [2n ** 31n - 1n, 2n ** 32n - 2n, 2n ** 32n + 2n ** 31n]) {
        await setTo(last)
        await early.query('begin')
        await put(early, 1)
        await put(late, 2)
        await put(late, 3)
        const horizon = await db.pool.query<{ at: string }>('select feed_horizon()::text as at')
        expect(horizon.rows[0]?.at).toBe(String(last))
        await early.query('rollback')
      }
    } finally {
      await setTo(BigInt(rows[0]?.last ?? 1))
      await db.pool.query('delete from feed_events where seq > $1', [rows[0]?.last ?? 1])
    }
  })

  test('does not wait for gaps from rolled back transactions', async () => {
    const client = await connect()
    await put(client, 1)
    await client.query('begin')
    await put(client, 2)
    await client.query('rollback')
    await client.query('begin')
    await client.query('savepoint s')
    await put(client, 3)
    await client.query('rollback to s')
    await put(client, 4)
    await client.query('commit')
    await vi.waitUntil(() => entries.length === 2, soon)
    expect(numbers()).toEqual([1, 4])
  })

  test('includes each event committed by many concurrent writers once, in order', async () => {
    const writers = await Promise.all(Array.from({ length: 8 }, connect))
    let next = 0
    await Promise.all(
      writers.map(async (client, w) => {
        for (let round = 0; round < 40; round++) {
          await client.query('begin')
          for (let i = 0; i <= (round + w) % 4; i++) await put(client, next++)
          await client.query((round + w) % 5 === 0 ? 'rollback' : 'commit')
        }
      }),
    )
    await vi.waitUntil(() => entries.length > 0, soon)
    const { rows } = await db.pool.query<{ cursor: string }>(
      'select seq::text as cursor from feed_events where seq >= $1::bigint order by feed_events.seq',
      [String(entries[0]?.cursor ?? 0)],
    )
    await vi.waitUntil(() => entries.length >= rows.length, soon)
    expect(entries.map(entry => String(entry.cursor))).toEqual(rows.map(row => row.cursor))
    expect(new Set(numbers()).size).toBe(entries.length)
    expect(entries.length).toBeGreaterThan(500)
  })

  test('spans more than a page', async () => {
    await db.pool.query(
      `insert into feed_events (topic, kind, payload)
        select $1, 'presence.changed', jsonb_build_object('durationMinutes', n) from generate_series(1, 1700) n order by n`,
      [topic],
    )
    await vi.waitUntil(() => entries.length === 1700, soon)
    expect(numbers()).toEqual(Array.from({ length: 1700 }, (_, i) => i + 1))
  })
})

describe('appendEvents', () => {
  test('keeps the order, and publishes nothing of a failed transaction', async () => {
    const events = [1, 2, 3].map(number => ({ topic, event: numbered(zoneId, number) }))
    await db.asOwner('test', tx => appendEvents(tx, events))
    const failed = db.asOwner('test', async tx => {
      await appendEvents(tx, events)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await db.asOwner('test', tx => appendEvents(tx, []))
    await vi.waitUntil(() => entries.length === 3, soon)
    expect(numbers().slice(0, 3)).toEqual([1, 2, 3])
    expect(entries[0]?.event).toEqual(numbered(zoneId, 1))
  })
})

describe('a reader during failures', () => {
  test("wakes at once for its own node's writes and is notified of other nodes' writes", async () => {
    const slow = { url: database.url, log: silent, idlePollMs: 600_000 }
    const [here, there] = [createFeedReader(slow), createFeedReader(slow)]
    await Promise.all([here.start(), there.start()])
    const [seenHere, seenThere] = [collect(here), collect(there)]
    const own = openDatabase(database.url, { size: 1 })
    own.onFeedWritten(here.wake)
    for (let number = 1; number <= 3; number++) {
      await own.asOwner('test', tx => appendEvents(tx, [{ topic, event: numbered(zoneId, number) }]))
      await vi.waitUntil(() => seenHere.length === number && seenThere.length === number, soon)
    }
    await own.close()
    await Promise.all([here.stop(), there.stop()])
  })

  test('detects a connection that no longer answers', async () => {
    const way = await startFreezingProxy(database.url)
    const frozen = createFeedReader({ url: way.url, log: silent })
    await frozen.start()
    const broken = vi.fn()
    frozen.subscribe({ onBroken: broken })
    await vi.waitUntil(() => frozen.isFresh, soon)
    way.freeze()
    await vi.waitUntil(() => !frozen.isFresh && broken.mock.calls.length > 0, soon)
    way.thaw()
    await vi.waitUntil(() => frozen.isFresh, soon)
    await frozen.stop()
    await way.stop()
  })

  test('waits for a page that takes three seconds: caches may become stale, but nothing breaks', async () => {
    const lines: string[] = []
    reader.subscribe({ onBroken: () => lines.push('broken'), onRecovered: () => lines.push('recovered') })
    const client = await connect()
    await vi.waitUntil(() => reader.isFresh, soon)
    await client.query('begin')
    await client.query('lock table feed_events in access exclusive mode')
    await put(client, 1)
    await vi.waitUntil(() => !reader.isFresh, soon)
    await sleep(1_500)
    await client.query('commit')
    await vi.waitUntil(() => entries.length === 1 && reader.isFresh, soon)
    expect(numbers()).toEqual([1])
    expect(lines).toEqual([])
  })

  test('reconnects after its connection is ended, misses nothing, and reports the interruption', async () => {
    const lines: string[] = []
    reader.subscribe({
      onBroken: () => lines.push('broken'),
      onRecovered: () => lines.push(`recovered after ${entries.length}`),
      onSkipped: () => lines.push('skipped'),
    })
    const client = await connect()
    await put(client, 1)
    await vi.waitUntil(() => entries.length === 1, soon)
    await client.query('begin')
    await put(client, 2)
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where application_name = 'muster-feed' and datname = current_database()`,
    )
    await vi.waitUntil(() => lines.includes('broken'), soon)
    await client.query('commit')
    await vi.waitUntil(() => lines.length === 2, soon)
    await vi.waitUntil(() => entries.length === 2, soon)
    expect(lines[0]).toBe('broken')
    expect(lines[1]).toMatch(/^recovered/)
    expect(reader.state).toBe('following')
    await put(client, 3)
    await vi.waitUntil(() => entries.length === 3, soon)
    expect(numbers()).toEqual([1, 2, 3])
  })

  test('reports lost events when retention has deleted them', async () => {
    const lines: string[] = []
    reader.subscribe({ onSkipped: () => lines.push('skipped') })
    const client = await connect()
    await client.query(`update feed_floor set seq = 1000000`)
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where application_name = 'muster-feed' and datname = current_database()`,
    )
    await vi.waitUntil(() => lines.length === 1, soon)
    await put(client, 1)
    await vi.waitUntil(() => entries.length === 1, soon)
  })

  test('starts with new events, not with old ones', async () => {
    const client = await connect()
    await put(client, 1)
    // Since the event was received, it is final.
    await vi.waitUntil(() => entries.length === 1, soon)
    const other = createFeedReader({ url: database.url, log: silent })
    await other.start()
    const otherEvents = collect(other)
    await put(client, 2)
    await vi.waitUntil(() => otherEvents.length === 1 && entries.length === 2, soon)
    expect(otherEvents.map(entry => readNumber(entry.event))).toEqual([2])
    expect(other.epoch).toBe(reader.epoch)
    expect(other.epoch).toMatch(/^\d+-[0-9A-F]{8}-\d+-[0-9a-f]{8}$/)
    await other.stop()
  })

  test('delivers events to other listeners when one fails', async () => {
    const second = createFeedReader({ url: database.url, log: silent })
    await second.start()
    second.subscribe({
      onEvents() {
        throw new Error('a fault')
      },
    })
    const secondEvents = collect(second)
    const client = await connect()
    await put(client, 1)
    await vi.waitUntil(() => secondEvents.length === 1, soon)
    await second.stop()
  })

  test('may start before the database does', async () => {
    const absent = await createTestDatabase()
    const operator = await connectTo(withDatabase(absent.url, 'postgres'))
    clients.push(operator)
    await operator.query(`alter database ${absent.name} allow_connections false`)
    const warn = vi.fn()
    const patient = createFeedReader({ url: absent.url, log: { ...silent, warn } })
    const started = patient.start()
    await vi.waitUntil(() => warn.mock.calls.length >= 2, soon)
    expect(patient.state).toBe('starting')
    await operator.query(`alter database ${absent.name} allow_connections true`)
    await started
    expect(patient.state).toBe('following')
    await patient.stop()
    await absent.drop()
  })
})
