import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { makePartsNow } from '../db/partitions/make-parts.ts'
import { listParts } from '../db/partitions/partitions.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { Cursor } from './cursor.ts'
import type { FeedEntry } from './entry.ts'
import { canReplay, replay } from './replay.ts'
import { pruneFeed, prunePassing } from './retention.ts'
import { connectTo, numbered, readNumber, write } from './testing/live-server.ts'

const zoneId = '018f0000-0000-7000-8000-000000000002'
const topic = `zone:${zoneId}`
const enough = 100
const day = 86_400_000

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

async function cursors(): Promise<Cursor[]> {
  const { rows } = await db.pool.query<{ seq: string }>(
    'select seq::text as seq from feed_events order by feed_events.seq',
  )
  return rows.map(({ seq }) => BigInt(seq))
}

async function first(): Promise<Cursor> {
  return (await cursors())[0] ?? 0n
}

async function last(): Promise<Cursor> {
  return (await cursors()).at(-1) ?? 0n
}

const numbers = (entries: readonly FeedEntry[]) => entries.map(entry => readNumber(entry.event))

test("a replay returns the topics' events between two positions in pages, and reports when retention overtakes it", async () => {
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
  expect(await canReplay(db.pool, request, 9)).toBe(true)
  expect(await canReplay(db.pool, request, 8)).toBe(false)

  const pages = replay(db.pool, request, 2)
  expect(numbers((await pages.next()).value as FeedEntry[])).toEqual([1, 2])
  expect(await pruneFeed(db, day, Date.now() + 2 * day)).toBe(1)
  expect(await pages.next()).toEqual({ done: true, value: 'gone' })
  expect(await canReplay(db.pool, request, enough)).toBe(false)
  expect(await canReplay(db.pool, { ...request, since: request.upTo }, enough)).toBe(true)
  await makePartsNow(db.pool, Date.now())
})

test('retention drops expired days, but not before an open writer ends', async () => {
  await db.pool.query('delete from feed_events')
  const yesterday = Date.now() - day
  for (let number = 1; number <= 4; number++) await put(number)
  await db.pool.query(
    `update feed_events set created_at = now() - interval '2 days' where (payload ->> 'durationMinutes')::int < 3`,
  )
  // The events were in the default partition, as when no partition was created in time.
  expect(await pruneFeed(db, 0, yesterday)).toBe(0)
  await makePartsNow(db.pool, Date.now())
  const open = await connectTo(database.url)
  await open.query('begin')
  await write(open, topic, numbered(zoneId, 5))
  const dropped = pruneFeed(db, 0, yesterday)
  await put(6)
  expect(await cursors()).toHaveLength(5)
  await open.query('commit')
  await open.end()
  expect(await dropped).toBe(1)
  expect(await cursors()).toHaveLength(4)
  expect(
    await canReplay(db.pool, { topics: [topic], since: await first(), upTo: await last() }, enough),
  ).toBe(true)
})

test('resuming uses the topic index, on every day', async () => {
  const client = await connectTo(database.url)
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query(
    `explain (format json) select from feed_events where topic = any($1::text[]) and seq > 5 and seq <= 9 order by seq`,
    [[topic]],
  )
  await client.end()
  const days = (await listParts(db.pool, 'feed_events')).length
  const scans = JSON.stringify(rows).match(/Index Cond":"[^"]*topic/g) ?? []
  expect(scans.length).toBe(days + 1)
})

test('transient events are deleted after a moment, which ends the replay for a zone, but not for a person', async () => {
  await db.pool.query('delete from feed_events')
  const since = await db.pool.query<{ at: string }>('select feed_horizon()::text as at')
  const own = `user:${zoneId}`
  await write(db.pool, topic, { kind: 'presence.seen', zoneId, seen: [] })
  await put(1)
  await put(2, own)
  await write(db.pool, topic, { kind: 'presence.seen', zoneId, seen: [] })
  expect(await prunePassing(db, ['presence.seen'], 60_000)).toBe(0)
  await db.pool.query(`update feed_events set created_at = now() - interval '2 minutes'
    where seq < (select max(seq) from feed_events)`)
  expect(await prunePassing(db, ['presence.seen'], 60_000)).toBe(1)
  expect(await cursors()).toHaveLength(3)

  const request = { since: BigInt(since.rows[0]?.at ?? 0), upTo: await last() }
  expect(await canReplay(db.pool, { ...request, topics: [own, 'admin'] }, enough)).toBe(true)
  expect(await canReplay(db.pool, { ...request, topics: [own, topic] }, enough)).toBe(false)
  expect(await canReplay(db.pool, { ...request, since: await first(), topics: [topic] }, enough)).toBe(true)
})

test('the floor has row-level security', async () => {
  const { rows } = await db.pool.query('select * from audit_rls_compliance()')
  expect(rows).toEqual([])
  const actor = { userId: zoneId, sessionId: zoneId }
  const read = db.asActor(actor, tx => tx.selectFrom('feed_events').selectAll().execute())
  await expect(read).rejects.toThrow(/permission denied/)
})
