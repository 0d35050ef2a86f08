import pg from 'pg'
import { type EntryRow, type FeedEntry, toEntry } from './entry.ts'
import { readEpoch } from './epoch.ts'
import type { LiveLog } from './log.ts'
import { formatCursor, type Position } from './position.ts'

export type FeedListener = {
  /** The next events, in order, each exactly once. Must not wait: whoever is slow is the listener's problem. */
  onEvents?(entries: readonly FeedEntry[]): void
  /** The feed is no longer followed: what is held in memory may go stale without notice. */
  onBroken?(): void
  /** Followed again, and everything missed has been delivered. */
  onRecovered?(): void
  /** Events were lost for good (another database, or gone by retention): forget everything that rests on them. */
  onSkipped?(): void
}

/** Follows the feed of the database and hands its events on. One per node. */
export type FeedReader = {
  readonly state: 'starting' | 'following' | 'broken' | 'stopped'
  /** Which database the positions belong to. */
  readonly epoch: string
  /** Everything up to here has been handed on. */
  readonly position: Position
  /** Age in milliseconds of the oldest committed event that an open transaction holds back; 0 when there is none. */
  readonly heldBackMs: number
  subscribe(listener: FeedListener): () => void
  /** Resolves when the feed is followed for the first time; until then it tries again and again. */
  start(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** The owner's connection string; not through a pooler in transaction mode, which loses LISTEN. */
  url: string
  log: LiveLog
  /** Milliseconds between looks when no notice comes: bounds the lateness when one is lost. */
  idlePollMs?: number
  /** Milliseconds between looks while a transaction still open holds back events: its end sends no notice. */
  heldPollMs?: number
  pageSize?: number
}

const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5_000

/*
 * The order is (xid, seq): the writing transaction, then the number. Numbers alone would not do, because a transaction
 * may take a number, and commit after a later number was read: that event would be skipped. Why this order skips none:
 *
 *   1. Let S be the snapshot of one such query. Every transaction below xmin(S) has ended, so the rows it wrote are
 *      visible to S, or rolled back and never will be. The rows with xid < xmin(S) are therefore final: none is added
 *      to them later. Gaps in seq mean nothing.
 *   2. The query returns, in order, all of these rows after the cursor, up to the limit. All rows at or below the new
 *      cursor have an xid < xmin(S), are final, and have been returned by this query or one before.
 *   3. xmin never goes back from one query to the next on the same server, so the next page continues there.
 *
 * Each event comes once because the cursor only grows. A transaction that is open anywhere in the cluster holds back
 * the events of all later ones; the second half of the query tells that some are waiting.
 */
const PAGE = `
  select xid::text as xid, seq::text as seq, topic, kind, payload, held_ms from (
    (select xid, seq, topic, kind, payload, null::float8 as held_ms from feed_events
      where (xid, seq) > ($1::xid8, $2::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid, seq limit $3)
    union all
    (select xid, seq, topic, kind, null::jsonb, extract(epoch from clock_timestamp() - created_at)::float8 * 1000
      from feed_events where xid >= pg_snapshot_xmin(pg_current_snapshot())
      order by xid, seq limit 1)
  ) page order by page.xid, page.seq`

export function createFeedReader(options: Options): FeedReader {
  const { url, log, idlePollMs = 1_000, heldPollMs = 25, pageSize = 500 } = options
  const listeners = new Set<FeedListener>()
  let state: FeedReader['state'] = 'starting'
  let epoch: string | undefined
  let position: Position | undefined
  let heldBackMs = 0
  let running: Promise<void> | undefined
  const bell = createBell()
  const first = Promise.withResolvers<void>()

  function tell(call: (listener: FeedListener) => void) {
    for (const listener of listeners) {
      try {
        call(listener)
      } catch (error) {
        log.error({ err: error }, 'feed: a listener failed')
      }
    }
  }

  const stopped = () => state === 'stopped'

  async function run() {
    let failures = 0
    while (!stopped()) {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'muster-feed',
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
        // A connection that went dead without a word is found out by the next poll.
        query_timeout: 15_000,
      })
      let fault: Error | undefined
      let given = false
      const fail = (error: Error) => {
        fault ??= error
        // The last words of a connection already given up must not cut the pause short.
        if (!given) bell.ring()
      }
      client.on('error', fail)
      client.on('end', () => fail(new Error('the connection ended')))
      client.on('notification', bell.ring)
      try {
        await client.connect()
        await client.query('listen muster_feed')
        await enter(client)
        while (!stopped()) {
          // Before the read: what is rung while it runs counts for the next.
          bell.clear()
          if (fault) throw fault
          const waiting = await drain(client)
          failures = 0
          settle()
          await bell.wait(waiting ? heldPollMs : idlePollMs)
        }
      } catch (error) {
        given = true
        if (!stopped()) {
          if (state === 'following') {
            state = 'broken'
            tell(listener => listener.onBroken?.())
          }
          log.warn({ err: fault ?? error, failures }, 'feed: not followed, connecting again')
          bell.clear()
          await bell.wait(pauseAfter(failures++))
        }
      } finally {
        client.end().catch(() => {})
      }
    }
  }

  /** Called when everything there is has been handed on. */
  function settle() {
    if (state === 'following' || stopped()) return
    const again = state === 'broken'
    state = 'following'
    first.resolve()
    log.info({ epoch, position: position && formatCursor(position) }, 'feed: followed')
    if (again) tell(listener => listener.onRecovered?.())
  }

  /** Decides where to read on: from the last position, unless what followed it is not there any more. */
  async function enter(client: pg.Client) {
    const found = await readEpoch(client)
    if (position && found === epoch && (await isKept(client, position))) return
    await dropForeign(client)
    const { rows } = await client.query<{ xmin: string }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
    )
    const skipped = position !== undefined
    epoch = found
    // Numbers begin at 1: this is the place before the first event of the oldest transaction that may still be open.
    position = { xid: BigInt(rows[0]?.xmin ?? 0), seq: 0n }
    if (skipped) {
      log.warn({ epoch }, 'feed: events were lost, starting anew')
      tell(listener => listener.onSkipped?.())
    }
  }

  /** Hands on everything there is. Answers whether committed events are held back. */
  async function drain(client: pg.Client): Promise<boolean> {
    while (position && !stopped()) {
      const { rows } = await client.query<EntryRow & { held_ms: number | null }>({
        name: 'feed-page',
        text: PAGE,
        values: [String(position.xid), String(position.seq), pageSize],
      })
      const waiting = rows.at(-1)
      const held = waiting !== undefined && waiting.held_ms !== null
      heldBackMs = held ? Math.max(0, waiting.held_ms ?? 0) : 0
      const entries = (held ? rows.slice(0, -1) : rows).map(toEntry)
      const last = entries.at(-1)
      if (last) {
        position = last.position
        tell(listener => listener.onEvents?.(entries))
      }
      if (entries.length < pageSize) return held
    }
    return false
  }

  return {
    get state() {
      return state
    },
    get epoch() {
      return epoch ?? ''
    },
    get position() {
      return position ?? { xid: 0n, seq: 0n }
    },
    get heldBackMs() {
      return heldBackMs
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    start() {
      running ??= run()
      return first.promise
    },
    async stop() {
      state = 'stopped'
      bell.ring()
      await running
      first.resolve()
    },
  }
}

async function isKept(client: pg.Client, position: Position): Promise<boolean> {
  const { rows } = await client.query('select from feed_floor where (xid, seq) > ($1::xid8, $2::bigint)', [
    String(position.xid),
    String(position.seq),
  ])
  return rows.length === 0
}

/**
 * A dump restored into another cluster brings rows of transactions that this one has not reached: they would appear as
 * news when it does. No snapshot sees a true row at or above its own xmax.
 */
async function dropForeign(client: pg.Client): Promise<void> {
  await client.query('delete from feed_events where xid >= pg_snapshot_xmax(pg_current_snapshot())')
  await client.query(
    `update feed_floor set xid = '0', seq = 0 where xid >= pg_snapshot_xmax(pg_current_snapshot())`,
  )
}

/** Milliseconds before the next try; drawn by lot, so that the nodes do not come back as one. */
function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE) * (0.5 + Math.random() / 2)
}

/** Something to wait for, with a limit. Rung while nobody waits, it is heard by the next who does. */
function createBell() {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    clear() {
      rung = false
    },
    async wait(ms: number): Promise<void> {
      if (rung) return
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = undefined
    },
  }
}
