import { beforeAll, expect, test } from 'vitest'
import { createPartitionsNow } from '../db/partitions/create-partitions.ts'
import { listPartitions } from '../db/partitions/partitions.ts'
import { recreatePartitions } from '../db/partitions/testing/recreate-partitions.ts'
import { testDatabase } from '../testing/test-world.ts'
import type { Cursor } from './cursor.ts'
import type { FeedEntry } from './entry.ts'
import { canReplay, replay } from './replay.ts'
import { pruneFeed, pruneTransientEvents } from './retention.ts'
import { connectTo, createNumberedEvent, readNumber, writeEvent } from './testing/live-server.ts'

const zoneId = '018f0000-0000-7000-8000-000000000002'
const topic = `zone:${zoneId}`
const maxReplayed = 100
const DAY_MS = 86_400_000

const { database, db } = testDatabase({ size: 2 })
beforeAll(() => recreatePartitions(db.pool, Date.now()))

const insertNumberedEvent = (number: number, to = topic) =>
  writeEvent(db.pool, to, createNumberedEvent(zoneId, number))

async function listCursors(): Promise<Cursor[]> {
  const { rows } = await db.pool.query<{ seq: string }>(
    'select seq::text as seq from feed_events order by feed_events.seq',
  )
  return rows.map(({ seq }) => BigInt(seq))
}

async function findFirstCursor(): Promise<Cursor> {
  return (await listCursors())[0] ?? 0n
}

async function findLastCursor(): Promise<Cursor> {
  return (await listCursors()).at(-1) ?? 0n
}

const toNumbers = (entries: readonly FeedEntry[]) => entries.map(entry => readNumber(entry.event))

test("a replay returns the topics' events between two positions in pages, and reports when retention overtakes it", async () => {
  for (let number = 0; number < 10; number++) {
    await insertNumberedEvent(number)
    await insertNumberedEvent(100 + number, 'admin')
  }
  const request = { topics: [topic], since: await findFirstCursor(), upTo: await findLastCursor() }
  const allNumbers: number[] = []
  const pageSizes: number[] = []
  for await (const page of replay(db.pool, request, 4)) {
    pageSizes.push(page.length)
    allNumbers.push(...toNumbers(page))
  }
  expect(allNumbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(pageSizes).toEqual([4, 4, 1])

  expect(await canReplay(db.pool, request, maxReplayed)).toBe(true)
  expect(await canReplay(db.pool, request, 9)).toBe(true)
  expect(await canReplay(db.pool, request, 8)).toBe(false)

  const pages = replay(db.pool, request, 2)
  expect(toNumbers((await pages.next()).value as FeedEntry[])).toEqual([1, 2])
  expect(await pruneFeed(db, DAY_MS, Date.now() + 2 * DAY_MS)).toBe(1)
  expect(await pages.next()).toEqual({ done: true, value: 'gone' })
  expect(await canReplay(db.pool, request, maxReplayed)).toBe(false)
  expect(await canReplay(db.pool, { ...request, since: request.upTo }, maxReplayed)).toBe(true)
  await createPartitionsNow(db.pool, Date.now())
})

test('retention drops expired days, but not before an open writer ends', async () => {
  await db.pool.query('delete from feed_events')
  const yesterday = Date.now() - DAY_MS
  for (let number = 1; number <= 4; number++) await insertNumberedEvent(number)
  await db.pool.query(
    `update feed_events set created_at = now() - interval '2 days' where (payload ->> 'durationMinutes')::int < 3`,
  )
  // The events are in the default partition, as happens when no partition is created in time.
  expect(await pruneFeed(db, 0, yesterday)).toBe(0)
  await createPartitionsNow(db.pool, Date.now())
  const openClient = await connectTo(database.url)
  await openClient.query('begin')
  await writeEvent(openClient, topic, createNumberedEvent(zoneId, 5))
  const pruneResult = pruneFeed(db, 0, yesterday)
  await insertNumberedEvent(6)
  expect(await listCursors()).toHaveLength(5)
  await openClient.query('commit')
  await openClient.end()
  expect(await pruneResult).toBe(1)
  expect(await listCursors()).toHaveLength(4)
  expect(
    await canReplay(
      db.pool,
      { topics: [topic], since: await findFirstCursor(), upTo: await findLastCursor() },
      maxReplayed,
    ),
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
  const partitionCount = (await listPartitions(db.pool, 'feed_events')).length
  const topicScans = JSON.stringify(rows).match(/Index Cond":"[^"]*topic/g) ?? []
  expect(topicScans.length).toBe(partitionCount + 1)
})

test('transient events are deleted after a moment, which ends the replay for a zone, but not for a person', async () => {
  await db.pool.query('delete from feed_events')
  const horizonResult = await db.pool.query<{ at: string }>('select feed_horizon()::text as at')
  const ownTopic = `user:${zoneId}`
  await writeEvent(db.pool, topic, { kind: 'presence.seen', zoneId, seen: [] })
  await insertNumberedEvent(1)
  await insertNumberedEvent(2, ownTopic)
  await writeEvent(db.pool, topic, { kind: 'presence.seen', zoneId, seen: [] })
  expect(await pruneTransientEvents(db, ['presence.seen'], 60_000)).toBe(0)
  await db.pool.query(`update feed_events set created_at = now() - interval '2 minutes'
    where seq < (select max(seq) from feed_events)`)
  expect(await pruneTransientEvents(db, ['presence.seen'], 60_000)).toBe(1)
  expect(await listCursors()).toHaveLength(3)

  const request = { since: BigInt(horizonResult.rows[0]?.at ?? 0), upTo: await findLastCursor() }
  expect(await canReplay(db.pool, { ...request, topics: [ownTopic, 'admin'] }, maxReplayed)).toBe(true)
  expect(await canReplay(db.pool, { ...request, topics: [ownTopic, topic] }, maxReplayed)).toBe(false)
  expect(
    await canReplay(db.pool, { ...request, since: await findFirstCursor(), topics: [topic] }, maxReplayed),
  ).toBe(true)
})

test('the floor has row-level security', async () => {
  const { rows } = await db.pool.query('select * from audit_rls_compliance()')
  expect(rows).toEqual([])
  const actor = { userId: zoneId, sessionId: zoneId }
  const actorRead = db.asActor(actor, tx => tx.selectFrom('feed_events').selectAll().execute())
  await expect(actorRead).rejects.toThrow(/permission denied/)
})
