import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/embedded/connection-url.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { appendEvents } from './append.ts'
import type { FeedEntry } from './entry.ts'
import { formatCursor, isAfter } from './position.ts'
import { createFeedReader, type FeedReader } from './reader.ts'
import { collect, connectTo, numbered, numberOf, silent, write } from './testing/live-server.ts'

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
const numbers = () => entries.map(entry => numberOf(entry.event))

describe('the order of the feed', () => {
  test('a transaction that commits late is not skipped, and comes before those that began after it', async () => {
    const [early, late] = [await connect(), await connect()]
    await early.query('begin')
    await put(early, 1)
    await late.query('begin')
    await put(late, 3)
    await late.query('commit')
    await vi.waitUntil(() => reader.heldBackMs > 0, soon)
    expect(entries).toEqual([])
    // The lower transaction takes a number above one that is committed already.
    await put(early, 2)
    await early.query('commit')
    await vi.waitUntil(() => entries.length === 3, soon)
    expect(numbers()).toEqual([1, 2, 3])
    const [first, second, third] = entries.map(entry => entry.position)
    expect(first?.xid).toBe(second?.xid)
    expect(second && third && second.seq > third.seq && second.xid < third.xid).toBe(true)
    await vi.waitUntil(() => reader.heldBackMs === 0, soon)
  })

  test('a transaction without events holds back too, and its end is found without a notice', async () => {
    const [idle, busy] = [await connect(), await connect()]
    await idle.query('begin')
    await idle.query('select pg_current_xact_id()')
    await put(busy, 1)
    await vi.waitUntil(() => reader.heldBackMs > 0, soon)
    expect(entries).toEqual([])
    await idle.query('rollback')
    await vi.waitUntil(() => entries.length === 1, soon)
  })

  test('numbers of transactions rolled back leave gaps that nobody waits for', async () => {
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

  test('many writers at once: everything committed, once, in order', async () => {
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
      `select xid || '-' || seq as cursor from feed_events
        where (xid, seq) >= ($1::xid8, $2::bigint) order by xid, seq`,
      [String(entries[0]?.position.xid ?? 0), String(entries[0]?.position.seq ?? 0)],
    )
    await vi.waitUntil(() => entries.length >= rows.length, soon)
    expect(entries.map(entry => formatCursor(entry.position))).toEqual(rows.map(row => row.cursor))
    expect(new Set(numbers()).size).toBe(entries.length)
    expect(entries.length).toBeGreaterThan(500)
  })

  test('more than a page arrives whole', async () => {
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
  test('keeps the order, and says nothing of a transaction that fails', async () => {
    const events = [1, 2, 3].map(number => ({ topic, event: numbered(zoneId, number) }))
    await db.asOwner('test', tx => appendEvents(tx, events))
    const failed = db.asOwner('test', async tx => {
      await appendEvents(tx, events)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await db.asOwner('test', tx => appendEvents(tx, []))
    await db.asActor({ userId: zoneId, sessionId: zoneId }, tx =>
      appendEvents(tx, [{ topic: `user:${zoneId}`, event: { kind: 'zone.created', zoneId } }]),
    )
    await vi.waitUntil(() => entries.length === 4, soon)
    expect(numbers().slice(0, 3)).toEqual([1, 2, 3])
    expect(entries[0]?.event).toEqual(numbered(zoneId, 1))
    expect(entries[3]?.event).toEqual({ kind: 'zone.created', zoneId })
    expect(entries[3]?.topic).toBe(`user:${zoneId}`)
  })
})

describe('a reader in trouble', () => {
  test('finds events whose notice was lost', async () => {
    const client = await connect()
    await client.query('alter table feed_events disable trigger wake_feed')
    try {
      await put(client, 1)
      await vi.waitUntil(() => entries.length === 1, soon)
    } finally {
      await client.query('alter table feed_events enable trigger wake_feed')
    }
  })

  test('comes back after its connection is ended, missing nothing, and says so in between', async () => {
    const said: string[] = []
    reader.subscribe({
      onBroken: () => said.push('broken'),
      onRecovered: () => said.push(`recovered after ${entries.length}`),
      onSkipped: () => said.push('skipped'),
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
    await vi.waitUntil(() => said.includes('broken'), soon)
    await client.query('commit')
    await vi.waitUntil(() => said.length === 2, soon)
    await vi.waitUntil(() => entries.length === 2, soon)
    expect(said[0]).toBe('broken')
    expect(said[1]).toMatch(/^recovered/)
    expect(reader.state).toBe('following')
    await put(client, 3)
    await vi.waitUntil(() => entries.length === 3, soon)
    expect(numbers()).toEqual([1, 2, 3])
  })

  test('says that events are lost when retention passed it by', async () => {
    const said: string[] = []
    reader.subscribe({ onSkipped: () => said.push('skipped') })
    const client = await connect()
    await client.query(`update feed_floor set xid = pg_current_xact_id(), seq = 1`)
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where application_name = 'muster-feed' and datname = current_database()`,
    )
    await vi.waitUntil(() => said.length === 1, soon)
    await put(client, 1)
    await vi.waitUntil(() => entries.length === 1, soon)
  })

  test('another reader begins at the present, not with the past, and not with rows of another cluster', async () => {
    const client = await connect()
    await put(client, 1)
    // Heard, so it is final, whatever is open beside this test.
    await vi.waitUntil(() => entries.length === 1, soon)
    await client.query(
      `insert into feed_events (xid, topic, kind, payload) values ('999999999999', $1, 'zone.created', '{}')`,
      [topic],
    )
    const other = createFeedReader({ url: database.url, log: silent })
    await other.start()
    const seen = collect(other)
    await put(client, 2)
    await vi.waitUntil(() => seen.length === 1 && entries.length === 2, soon)
    expect(seen.map(entry => numberOf(entry.event))).toEqual([2])
    expect(other.epoch).toBe(reader.epoch)
    expect(other.epoch).toMatch(/^\d+-[0-9A-F]{8}-\d+-[0-9a-f]{8}$/)
    await other.stop()
  })

  test('one listener that fails does not cost another its events', async () => {
    const second = createFeedReader({ url: database.url, log: silent })
    await second.start()
    second.subscribe({
      onEvents() {
        throw new Error('a fault')
      },
    })
    const seen = collect(second)
    const client = await connect()
    await put(client, 1)
    await vi.waitUntil(() => seen.length === 1, soon)
    await second.stop()
  })

  test('starts before the database does', async () => {
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

test('positions compare by transaction first', () => {
  expect(isAfter({ xid: 2n, seq: 1n }, { xid: 1n, seq: 9n })).toBe(true)
  expect(isAfter({ xid: 1n, seq: 9n }, { xid: 1n, seq: 9n })).toBe(false)
})
