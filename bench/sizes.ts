import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openLoader } from './checks/loader.ts'
import { enterAll, type Sender, seed } from './checks/seed.ts'
import { startServer } from './checks/start-server.ts'
import { post } from './post.ts'
import { size } from './short-form.ts'
import { withDatabase } from './with-database.ts'

const USERS = size(2_000, 20)
const CONNECTIONS = 256
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const MESSAGES = size(600, 10)
/** A table with fewer rows than this is mostly empty pages. */
const MIN_ROWS = size(400, 1)
const FEED_EVENTS = size(100_000, 400)
const FEED_WRITERS = 4
const PAGE = 500

/**
 * Measures what a row of each table takes on disk, after checks, messages and broadcasts that came through the API, and how many
 * events a second the feed takes and gives back. `docs/scale.md` computes from these figures.
 */
export function benchSizes(): Promise<object[]> {
  return withDatabase(async ({ url, client, dir }) => {
    const people = await seed(client, { users: USERS, zones: size(50, 2) })
    await enterAll(client)
    const [manager, ...members] = people as [Sender, ...Sender[]]
    await client.query(`update user_profiles set role = 'super_admin' where id = $1`, [manager.userId])
    const server = await startServer(url, join(dir, 'server'))
    try {
      const loader = await openLoader(dir, server.origin, members)
      const { failed } = await loader.run('/ingest/positions', { connections: CONNECTIONS, seconds: SECONDS })
      if (failed > 0) throw new Error(`${failed} checks failed`)
      await sendMessages(
        client,
        server.origin,
        members.filter(it => it.zoneId === manager.zoneId),
      )
      for (let n = 0; n < 2; n++)
        await post(`${server.origin}/rpc/broadcasts/send`, manager.token, {
          requestId: randomUUID(),
          zoneId: null,
          title: 'Leave by gate 3',
          message: 'The crane is down, please use the other side of the yard until the evening.',
        })
      await waitForInboxes(client)
      await client.query('vacuum analyze')
      const tables = [...(await readSizes(client)), await countEvents(client)]
      for (const line of tables) console.error(JSON.stringify(line))
      return [...tables, await measureFeed(client, url)]
    } finally {
      await server.stop()
    }
  })
}

async function sendMessages(client: pg.Client, origin: string, members: readonly Sender[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into groups (name, zone_id) values ('Everybody', $1) returning id`,
    [members[0]?.zoneId],
  )
  const groupId = rows[0]?.id
  await client.query(
    'insert into group_members (group_id, zone_id, user_id) select $1, zone_id, user_id from zone_assignments where zone_id = $2',
    [groupId, members[0]?.zoneId],
  )
  await Promise.all(
    members.map(async ({ token }) => {
      for (let n = 0; n < MESSAGES / members.length; n++)
        await post(`${origin}/rpc/groupMessages/send`, token, {
          groupId,
          requestId: randomUUID(),
          text: 'The bolts of the third rail are checked, the second follows after the break.',
        })
    }),
  )
}

/** Waits until the broadcasts are in all inboxes. */
async function waitForInboxes(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from alert_orders')
    if (rows[0]?.count === 0) return
    await sleep(100)
  }
  throw new Error('The broadcasts did not reach the inboxes')
}

/** Reads the size of each table with its partitions: bytes per row on disk, and the part of its indexes. */
async function readSizes(client: pg.Client): Promise<object[]> {
  const { rows } = await client.query<{ name: string; rows: number; bytes: number; index_bytes: number }>(
    `select coalesce(parent.relname, c.relname) as name, sum(c.reltuples)::bigint as rows,
       sum(pg_total_relation_size(c.oid)) filter (where c.reltuples > 0)::bigint as bytes,
       sum(pg_indexes_size(c.oid)) filter (where c.reltuples > 0)::bigint as index_bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
     where c.relkind = 'r' and n.nspname in ('public', 'auth')
     group by 1 having sum(c.reltuples) >= $1 order by bytes desc`,
    [MIN_ROWS],
  )
  return rows.map(it => ({
    bench: 'sizes',
    table: it.name,
    rows: it.rows,
    bytesPerRow: Math.round(it.bytes / it.rows),
    ofWhichIndexes: Math.round(it.index_bytes / it.rows),
  }))
}

/** Counts the events of the feed by kind, per check. */
async function countEvents(client: pg.Client): Promise<object> {
  const { rows } = await client.query<{ kind: string; per_check: number }>(
    `select kind, round(count(*)::numeric / (select count(*) from position_checks), 2)::float as per_check
     from feed_events where kind like 'presence.%' group by 1 order by 2 desc`,
  )
  return { bench: 'sizes', eventsPerCheck: Object.fromEntries(rows.map(it => [it.kind, it.per_check])) }
}

/** Appends events as writers on several connections do, in transactions of ten, and reads them as a node does. */
async function measureFeed(client: pg.Client, url: string): Promise<object> {
  const event = {
    topic: 'zone:018f0000-0000-7000-8000-000000000001',
    kind: 'presence.changed',
    payload: {
      zoneId: randomUUID(),
      userId: randomUUID(),
      name: 'Asha Verma',
      change: 'left',
      at: new Date(),
      pad: 'x'.repeat(150),
    },
  }
  const { rows } = await client.query<{ seq: string }>(
    'select coalesce(max(seq), 0)::text as seq from feed_events',
  )
  const batch = JSON.stringify(Array.from({ length: 10 }, () => event))
  const appendStartedAt = performance.now()
  await Promise.all(
    Array.from({ length: FEED_WRITERS }, async () => {
      const writer = new pg.Client({ connectionString: url })
      await writer.connect()
      for (let n = 0; n < FEED_EVENTS / FEED_WRITERS / 10; n++)
        await writer.query({ name: 'append', text: 'select append_events($1::json)', values: [batch] })
      await writer.end()
    }),
  )
  const appendSeconds = (performance.now() - appendStartedAt) / 1_000
  let after = rows[0]?.seq ?? '0'
  let read = 0
  const readStartedAt = performance.now()
  for (;;) {
    const page = await client.query<{ seq: string | null; payload: string }>({
      name: 'page',
      text: 'select seq, topic, kind, payload::text, horizon from read_feed($1::bigint, $2::integer)',
      values: [after, PAGE],
    })
    const events = page.rows.filter(it => it.seq !== null)
    read += events.length
    after = events.at(-1)?.seq ?? after
    if (events.length < PAGE) break
  }
  return {
    bench: 'sizes',
    feed: read,
    appendedPerSecond: Math.round(FEED_EVENTS / appendSeconds),
    commitsPerSecond: Math.round(FEED_EVENTS / 10 / appendSeconds),
    readPerSecond: Math.round(read / ((performance.now() - readStartedAt) / 1_000)),
  }
}
