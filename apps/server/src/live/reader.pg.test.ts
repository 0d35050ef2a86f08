import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/embedded/connection-url.ts'
import { startFreezingProxy } from '../testing/freezing-proxy.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { testDatabase } from '../testing/test-world.ts'
import { appendEvents } from './append.ts'
import type { FeedEntry } from './entry.ts'
import { createFeedReader, type FeedReader } from './reader.ts'
import {
  collectEntries,
  connectTo,
  createNumberedEvent,
  readNumber,
  silentLog,
  writeEvent,
} from './testing/live-server.ts'

const zoneId = '018f0000-0000-7000-8000-000000000001'
const topic = `zone:${zoneId}`
const waitOptions = { timeout: 10_000, interval: 5 }

const { database, db } = testDatabase({ size: 4 })
let reader: FeedReader
let entries: FeedEntry[]
const clients: pg.Client[] = []

beforeEach(async () => {
  reader = createFeedReader({ url: database.url, log: silentLog })
  await reader.start()
  entries = collectEntries(reader)
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

const insertNumberedEvent = (client: pg.Client, number: number) =>
  writeEvent(client, topic, createNumberedEvent(zoneId, number))
const listNumbers = () => entries.map(entry => readNumber(entry.event))

describe('the order of the feed', () => {
  test('does not skip a late commit: later events wait, earlier ones do not', async () => {
    const [earlyWriter, lateWriter] = [await connect(), await connect()]
    await insertNumberedEvent(lateWriter, 1)
    await earlyWriter.query('begin')
    await insertNumberedEvent(earlyWriter, 2)
    await insertNumberedEvent(lateWriter, 3)
    await vi.waitUntil(() => reader.delayMs > 0, waitOptions)
    expect(listNumbers()).toEqual([1])
    await insertNumberedEvent(earlyWriter, 4)
    await earlyWriter.query('commit')
    await vi.waitUntil(() => entries.length === 4, waitOptions)
    expect(listNumbers()).toEqual([1, 2, 3, 4])
    await vi.waitUntil(() => reader.delayMs === 0, waitOptions)
  })

  test('is not held back by a writer that rolled back to a savepoint and may write again', async () => {
    const [earlyWriter, lateWriter] = [await connect(), await connect()]
    await earlyWriter.query('begin')
    await earlyWriter.query('savepoint s')
    await insertNumberedEvent(earlyWriter, 1)
    await earlyWriter.query('rollback to s')
    await insertNumberedEvent(lateWriter, 2)
    await vi.waitUntil(() => entries.length === 1, waitOptions)
    await insertNumberedEvent(earlyWriter, 3)
    await insertNumberedEvent(lateWriter, 4)
    await earlyWriter.query('commit')
    await vi.waitUntil(() => entries.length === 3, waitOptions)
    expect(listNumbers()).toEqual([2, 3, 4])
  })

  test('is not held back by transactions that do not write to the feed, in this or another database', async () => {
    const [idleClient, serialClient, busyClient] = [await connect(), await connect(), await connect()]
    await idleClient.query('begin')
    await idleClient.query(`insert into installation_facts (fact) values ('a test')`)
    await serialClient.query('begin isolation level serializable')
    await serialClient.query('select pg_current_xact_id(), (select count(*) from zones)')
    const otherDatabaseClient = await connectTo(withDatabase(database.url, 'postgres'))
    clients.push(otherDatabaseClient)
    await otherDatabaseClient.query('begin')
    await otherDatabaseClient.query(
      'select pg_current_xact_id(), pg_advisory_xact_lock_shared(1836410724, 0)',
    )
    for (let number = 1; number <= 3; number++) {
      await insertNumberedEvent(busyClient, number)
      await vi.waitUntil(() => entries.length === number, waitOptions)
      expect(reader.isFresh).toBe(true)
    }
    for (const openClient of [idleClient, serialClient, otherDatabaseClient])
      await openClient.query('rollback')
  })

  test('stops trusting caches soon after a writer stays open', async () => {
    const [earlyWriter, lateWriter] = [await connect(), await connect()]
    await earlyWriter.query('begin')
    await insertNumberedEvent(earlyWriter, 1)
    expect(reader.isFresh).toBe(true)
    await insertNumberedEvent(lateWriter, 2)
    await vi.waitUntil(() => !reader.isFresh, waitOptions)
    await earlyWriter.query('rollback')
    await vi.waitUntil(() => reader.isFresh, waitOptions)
  })

  test('notifies caches ahead of an open writer, once, and keeps trusting them', async () => {
    const kinds = ['presence.changed']
    const lookaheadReader = createFeedReader({ url: database.url, log: silentLog, aheadKinds: kinds })
    await lookaheadReader.start()
    const finalEntries = collectEntries(lookaheadReader)
    const aheadNumbers: number[] = []
    lookaheadReader.subscribe({
      onUpcoming: entries => aheadNumbers.push(...entries.map(it => readNumber(it.event))),
    })
    const [earlyWriter, lateWriter] = [await connect(), await connect()]
    await earlyWriter.query('begin')
    await insertNumberedEvent(earlyWriter, 1)
    for (const number of [2, 3]) await insertNumberedEvent(lateWriter, number)
    await vi.waitUntil(() => aheadNumbers.length === 2, waitOptions)
    const deadline = performance.now() + 2_500
    while (performance.now() < deadline) {
      expect(lookaheadReader.isFresh).toBe(true)
      await sleep(50)
    }
    expect(reader.isFresh).toBe(false)
    await insertNumberedEvent(lateWriter, 4)
    await vi.waitUntil(() => aheadNumbers.length === 3, waitOptions)
    expect(finalEntries).toEqual([])
    await earlyWriter.query('commit')
    await vi.waitUntil(() => finalEntries.length === 4, waitOptions)
    expect(aheadNumbers).toEqual([2, 3, 4])
    await lookaheadReader.stop()
  })

  test('restores the upper half of an event number', async () => {
    const [earlyWriter, lateWriter] = [await connect(), await connect()]
    const { rows } = await db.pool.query<{ last: string }>('select max(seq)::text as last from feed_events')
    const setSequenceTo = (number: bigint) =>
      db.pool.query(`select setval(pg_get_serial_sequence('feed_events', 'seq'), $1)`, [String(number)])
    try {
      for (const lastNumber of [2n ** 31n - 1n, 2n ** 32n - 2n, 2n ** 32n + 2n ** 31n]) {
        await setSequenceTo(lastNumber)
        await earlyWriter.query('begin')
        await insertNumberedEvent(earlyWriter, 1)
        await insertNumberedEvent(lateWriter, 2)
        await insertNumberedEvent(lateWriter, 3)
        const horizonResult = await db.pool.query<{ at: string }>('select feed_horizon()::text as at')
        expect(horizonResult.rows[0]?.at).toBe(String(lastNumber))
        await earlyWriter.query('rollback')
      }
    } finally {
      await setSequenceTo(BigInt(rows[0]?.last ?? 1))
      await db.pool.query('delete from feed_events where seq > $1', [rows[0]?.last ?? 1])
    }
  })

  test('does not wait for gaps from rolled back transactions', async () => {
    const client = await connect()
    await insertNumberedEvent(client, 1)
    await client.query('begin')
    await insertNumberedEvent(client, 2)
    await client.query('rollback')
    await client.query('begin')
    await client.query('savepoint s')
    await insertNumberedEvent(client, 3)
    await client.query('rollback to s')
    await insertNumberedEvent(client, 4)
    await client.query('commit')
    await vi.waitUntil(() => entries.length === 2, waitOptions)
    expect(listNumbers()).toEqual([1, 4])
  })

  test('includes each event committed by many concurrent writers once, in order', async () => {
    const writers = await Promise.all(Array.from({ length: 8 }, connect))
    let nextNumber = 0
    await Promise.all(
      writers.map(async (client, w) => {
        for (let round = 0; round < 40; round++) {
          await client.query('begin')
          for (let i = 0; i <= (round + w) % 4; i++) await insertNumberedEvent(client, nextNumber++)
          await client.query((round + w) % 5 === 0 ? 'rollback' : 'commit')
        }
      }),
    )
    await vi.waitUntil(() => entries.length > 0, waitOptions)
    const { rows } = await db.pool.query<{ cursor: string }>(
      'select seq::text as cursor from feed_events where seq >= $1::bigint order by feed_events.seq',
      [String(entries[0]?.cursor ?? 0)],
    )
    await vi.waitUntil(() => entries.length >= rows.length, waitOptions)
    expect(entries.map(entry => String(entry.cursor))).toEqual(rows.map(row => row.cursor))
    expect(new Set(listNumbers()).size).toBe(entries.length)
    expect(entries.length).toBeGreaterThan(500)
  })

  test('spans more than a page', async () => {
    await db.pool.query(
      `insert into feed_events (topic, kind, payload)
        select $1, 'presence.changed', jsonb_build_object('durationMinutes', n) from generate_series(1, 1700) n order by n`,
      [topic],
    )
    await vi.waitUntil(() => entries.length === 1700, waitOptions)
    expect(listNumbers()).toEqual(Array.from({ length: 1700 }, (_, i) => i + 1))
  })
})

describe('appendEvents', () => {
  test('keeps the order, and publishes nothing of a failed transaction', async () => {
    const events = [1, 2, 3].map(number => ({ topic, event: createNumberedEvent(zoneId, number) }))
    await db.asOwner('test', tx => appendEvents(tx, events))
    const failedWrite = db.asOwner('test', async tx => {
      await appendEvents(tx, events)
      throw new Error('no')
    })
    await expect(failedWrite).rejects.toThrow('no')
    await db.asOwner('test', tx => appendEvents(tx, []))
    await vi.waitUntil(() => entries.length === 3, waitOptions)
    expect(listNumbers().slice(0, 3)).toEqual([1, 2, 3])
    expect(entries[0]?.event).toEqual(createNumberedEvent(zoneId, 1))
  })
})

describe('a reader during failures', () => {
  test("wakes at once for its own node's writes and is notified of other nodes' writes", async () => {
    const slowOptions = { url: database.url, log: silentLog, idlePollMs: 600_000 }
    const [ownReader, otherReader] = [createFeedReader(slowOptions), createFeedReader(slowOptions)]
    await Promise.all([ownReader.start(), otherReader.start()])
    const [ownEntries, otherEntries] = [collectEntries(ownReader), collectEntries(otherReader)]
    const ownDatabase = openDatabase(database.url, { size: 1 })
    ownDatabase.onFeedWritten(ownReader.wake)
    for (let number = 1; number <= 3; number++) {
      await ownDatabase.asOwner('test', tx =>
        appendEvents(tx, [{ topic, event: createNumberedEvent(zoneId, number) }]),
      )
      await vi.waitUntil(() => ownEntries.length === number && otherEntries.length === number, waitOptions)
    }
    await ownDatabase.close()
    await Promise.all([ownReader.stop(), otherReader.stop()])
  })

  test('detects a connection that no longer answers', async () => {
    const proxy = await startFreezingProxy(database.url)
    const frozenReader = createFeedReader({ url: proxy.url, log: silentLog })
    await frozenReader.start()
    const brokenSpy = vi.fn()
    frozenReader.subscribe({ onBroken: brokenSpy })
    await vi.waitUntil(() => frozenReader.isFresh, waitOptions)
    proxy.freeze()
    await vi.waitUntil(() => !frozenReader.isFresh && brokenSpy.mock.calls.length > 0, waitOptions)
    proxy.thaw()
    await vi.waitUntil(() => frozenReader.isFresh, waitOptions)
    await frozenReader.stop()
    await proxy.stop()
  })

  test('waits for a page that takes three seconds: caches may become stale, but nothing breaks', async () => {
    const lines: string[] = []
    reader.subscribe({ onBroken: () => lines.push('broken'), onRecovered: () => lines.push('recovered') })
    const client = await connect()
    await vi.waitUntil(() => reader.isFresh, waitOptions)
    await client.query('begin')
    await client.query('lock table feed_events in access exclusive mode')
    await insertNumberedEvent(client, 1)
    await vi.waitUntil(() => !reader.isFresh, waitOptions)
    await sleep(1_500)
    await client.query('commit')
    await vi.waitUntil(() => entries.length === 1 && reader.isFresh, waitOptions)
    expect(listNumbers()).toEqual([1])
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
    await insertNumberedEvent(client, 1)
    await vi.waitUntil(() => entries.length === 1, waitOptions)
    await client.query('begin')
    await insertNumberedEvent(client, 2)
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where application_name = 'muster-feed' and datname = current_database()`,
    )
    await vi.waitUntil(() => lines.includes('broken'), waitOptions)
    await client.query('commit')
    await vi.waitUntil(() => lines.length === 2, waitOptions)
    await vi.waitUntil(() => entries.length === 2, waitOptions)
    expect(lines[0]).toBe('broken')
    expect(lines[1]).toMatch(/^recovered/)
    expect(reader.state).toBe('following')
    await insertNumberedEvent(client, 3)
    await vi.waitUntil(() => entries.length === 3, waitOptions)
    expect(listNumbers()).toEqual([1, 2, 3])
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
    await vi.waitUntil(() => lines.length === 1, waitOptions)
    await insertNumberedEvent(client, 1)
    await vi.waitUntil(() => entries.length === 1, waitOptions)
  })

  test('starts with new events, not with old ones', async () => {
    const client = await connect()
    await insertNumberedEvent(client, 1)
    // Once the event has been received, it is final.
    await vi.waitUntil(() => entries.length === 1, waitOptions)
    const otherReader = createFeedReader({ url: database.url, log: silentLog })
    await otherReader.start()
    const otherEntries = collectEntries(otherReader)
    await insertNumberedEvent(client, 2)
    await vi.waitUntil(() => otherEntries.length === 1 && entries.length === 2, waitOptions)
    expect(otherEntries.map(entry => readNumber(entry.event))).toEqual([2])
    expect(otherReader.epoch).toBe(reader.epoch)
    expect(otherReader.epoch).toMatch(/^\d+-[0-9A-F]{8}-\d+-[0-9a-f]{8}$/)
    await otherReader.stop()
  })

  test('delivers events to other listeners when one fails', async () => {
    const secondReader = createFeedReader({ url: database.url, log: silentLog })
    await secondReader.start()
    secondReader.subscribe({
      onEvents() {
        throw new Error('a fault')
      },
    })
    const secondEntries = collectEntries(secondReader)
    const client = await connect()
    await insertNumberedEvent(client, 1)
    await vi.waitUntil(() => secondEntries.length === 1, waitOptions)
    await secondReader.stop()
  })

  test('may start before the database does', async () => {
    const absentDatabase = await createTestDatabase()
    const operator = await connectTo(withDatabase(absentDatabase.url, 'postgres'))
    clients.push(operator)
    await operator.query(`alter database ${absentDatabase.name} allow_connections false`)
    const warn = vi.fn()
    const waitingReader = createFeedReader({ url: absentDatabase.url, log: { ...silentLog, warn } })
    const startResult = waitingReader.start()
    await vi.waitUntil(() => warn.mock.calls.length >= 2, waitOptions)
    expect(waitingReader.state).toBe('starting')
    await operator.query(`alter database ${absentDatabase.name} allow_connections true`)
    await startResult
    expect(waitingReader.state).toBe('following')
    await waitingReader.stop()
    await absentDatabase.drop()
  })
})
