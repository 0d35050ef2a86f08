import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { FeedEntry } from './entry.ts'
import type { Position } from './position.ts'
import { canReplay, replay } from './replay.ts'
import { pruneFeed } from './retention.ts'
import { connectTo, numbered, numberOf, write } from './testing/live-server.ts'

const zoneId = '018f0000-0000-7000-8000-000000000002'
const topic = `zone:${zoneId}`
const soon = { timeout: 10_000, interval: 5 }
const enough = { maxEvents: 100, maxScanned: 1_000 }

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { size: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const put = (number: number, to = topic) => write(db.pool, to, numbered(zoneId, number))

async function positions(): Promise<Position[]> {
  const { rows } = await db.pool.query<{ xid: string; seq: string }>(
    'select xid::text as xid, seq::text as seq from feed_events order by feed_events.xid, feed_events.seq',
  )
  return rows.map(({ xid, seq }) => ({ xid: BigInt(xid), seq: BigInt(seq) }))
}

async function first(): Promise<Position> {
  return (await positions())[0] ?? { xid: 0n, seq: 0n }
}

async function last(): Promise<Position> {
  return (await positions()).at(-1) ?? { xid: 0n, seq: 0n }
}

/** Resolves when no transaction that is open anywhere, in tests beside this one too, keeps an event from being final. */
async function settled(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await db.pool.query(
        'select from feed_events where xid >= pg_snapshot_xmin(pg_current_snapshot())',
      )
      return rows.length
    }, soon)
    .toBe(0)
}

const numbers = (entries: readonly FeedEntry[]) => entries.map(entry => numberOf(entry.event))

test('gives the events of the topics between the two places, in pages, and says so when retention overtakes it', async () => {
  for (let number = 0; number < 10; number++) {
    await put(number)
    await put(100 + number, 'admin')
  }
  const request = { topics: [topic], since: await first(), upTo: await last() }
  const all: number[] = []
  const sizes: number[] = []
  for await (const page of replay(db.pool, request, 4)) {
    sizes.push(page.length)
    all.push(...numbers(page))
  }
  expect(all).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(sizes).toEqual([4, 4, 1])

  expect(await canReplay(db.pool, request, enough)).toBe(true)
  expect(await canReplay(db.pool, request, { ...enough, maxEvents: 9 })).toBe(true)
  expect(await canReplay(db.pool, request, { ...enough, maxEvents: 8 })).toBe(false)
  expect(await canReplay(db.pool, request, { ...enough, maxScanned: 18 })).toBe(false)

  const pages = replay(db.pool, request, 2)
  expect(numbers((await pages.next()).value as FeedEntry[])).toEqual([1, 2])
  await db.pool.query(`update feed_events set created_at = now() - interval '1 day'`)
  await settled()
  await pruneFeed(db, 1_000)
  expect(await pages.next()).toEqual({ done: true, value: 'gone' })
  expect(await canReplay(db.pool, request, enough)).toBe(false)
  expect(await canReplay(db.pool, { ...request, since: request.upTo }, enough)).toBe(true)
})

test('retention keeps what is young, stops at the first young event, and at a transaction still open', async () => {
  const day = 86_400_000
  await db.pool.query('delete from feed_events')
  for (let number = 1; number <= 4; number++) await put(number)
  await db.pool.query(
    `update feed_events set created_at = now() - interval '2 days' where (payload ->> 'durationMinutes')::int in (1, 2, 4)`,
  )
  await settled()
  expect(await pruneFeed(db, day)).toBe(2)
  expect(await pruneFeed(db, day)).toBe(0)
  expect(await positions()).toHaveLength(2)

  const open = await connectTo(database.url)
  await open.query('begin')
  await write(open, topic, numbered(zoneId, 5))
  await put(6)
  await db.pool.query(`update feed_events set created_at = now() - interval '2 days'`)
  expect(await pruneFeed(db, day)).toBe(2)
  await open.query('commit')
  await open.end()
  expect(await positions()).toHaveLength(2)
  expect(
    await canReplay(db.pool, { topics: [topic], since: await first(), upTo: await last() }, enough),
  ).toBe(true)
})

test('retention takes any number in batches', async () => {
  await db.pool.query('delete from feed_events')
  await db.pool.query(
    `insert into feed_events (topic, kind, payload, created_at)
      select $1, 'zone.changed', '{}', now() - interval '2 days' from generate_series(1, 12001)`,
    [topic],
  )
  await put(1)
  await settled()
  expect(await pruneFeed(db, 86_400_000)).toBe(12_001)
  expect(await positions()).toHaveLength(1)
})

test('the floor is under row-level security', async () => {
  const { rows } = await db.pool.query('select * from audit_rls_compliance()')
  expect(rows).toEqual([])
  const actor = { userId: zoneId, sessionId: zoneId }
  const read = db.asActor(actor, tx => tx.selectFrom('feed_events').selectAll().execute())
  await expect(read).rejects.toThrow(/permission denied/)
})
