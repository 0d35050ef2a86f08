import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { waitForAnswer } from './answer-timeout.ts'
import type { Cursor } from './cursor.ts'
import { type EntryRow, type FeedEntry, toEntry } from './entry.ts'
import { readEpoch } from './epoch.ts'
import type { LiveLog } from './log.ts'
import { createPulse } from './pulse.ts'

export type FeedListener = {
  /** The next events, in order, each exactly once. Must not wait: whoever is slow is the listener's problem. */
  onEvents?(entries: readonly FeedEntry[]): void
  /**
   * Events of `aheadKinds` that have committed, while a writer still open holds them back from `onEvents`, where they come again:
   * for what may be heard twice and in any order.
   */
  onAhead?(entries: readonly FeedEntry[]): void
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
  /** Which database the cursors belong to. */
  readonly epoch: string
  /** Everything up to here has been handed on. */
  readonly cursor: Cursor
  /** Age in milliseconds of the oldest committed event that a writer still open holds back; 0 when there is none. */
  readonly heldBackMs: number
  /** How many milliseconds ago everything that had committed was handed on; null while it is not followed. */
  readonly behindMs: number | null
  /** Memory has heard of everything that committed until a moment ago: what it holds may be trusted. */
  readonly isFresh: boolean
  /** Something was written by this node and is committed: read at once, and tell the other nodes. */
  wake(): void
  subscribe(listener: FeedListener): () => void
  /** Resolves when the feed is followed for the first time; until then it tries again and again. */
  start(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** The owner's connection string; not through a pooler in transaction mode, which loses LISTEN. */
  url: string
  log: LiveLog
  /** Milliseconds between looks when no notice comes: bounds the lateness when one is lost, and proves that it is fresh. */
  idlePollMs?: number
  /** Milliseconds between looks while a writer still open holds back events: its end sends no notice. */
  heldPollMs?: number
  pageSize?: number
  /** Kinds of events that caches must hear of in time, also while events are held back. */
  aheadKinds?: readonly string[]
}

/** Columns of the last row of a page, which is no event: see read_feed. */
type PageEnd = { horizon: string | null; held_ms: number | null }

const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5_000

/** Looks are at least so many milliseconds apart: a batch of checks commits every one or two, and each look costs as much as a few checks. */
const LOOK_EVERY = 10

/** The oldest that a read may be for its node to trust what it holds in memory. Milliseconds. */
const FRESH = 2_000
/** A read that takes longer is asked after, and again each time; and how long that may take. With a poll, within FRESH. */
const SLOW = 500
const PULSE_MOST = 900
/** The longest that any read is waited for, even while the database works on it. */
const READ_MOST = 60_000
/** How long an event may be held back by a writer still open before memory is no longer trusted, unless it is heard of ahead. */
const HELD_MOST = 500
/** From when on what is held back is looked at ahead, how often, and how many events at most: beyond, memory is not trusted. */
const AHEAD_AFTER = 250
const AHEAD_EVERY = 100
const AHEAD_MOST = 2_000
/** Notices to other nodes are gathered: at most one in so many milliseconds. */
const NOTICE_EVERY = 40

export function createFeedReader(options: Options): FeedReader {
  const { url, log, idlePollMs = 500, heldPollMs = 25, pageSize = 500, aheadKinds = [] } = options
  const listeners = new Set<FeedListener>()
  let state: FeedReader['state'] = 'starting'
  let epoch: string | undefined
  let cursor: Cursor | undefined
  let heldBackMs = 0
  let freshAt = Number.NEGATIVE_INFINITY
  /** Since when all that matters to memory has been heard of, final or not; and what of it is not final. */
  let aheadAt = Number.NEGATIVE_INFINITY
  const ahead = new Set<string>()
  let isNews = false
  let noticedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  const bell = createBell()
  const pulse = createPulse(url, PULSE_MOST)
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
        query_timeout: READ_MOST,
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
      client.on('notification', ({ processId }) => {
        if (processId !== (client as { processID?: number }).processID) bell.ring()
      })
      try {
        await client.connect()
        await pulse.warm()
        // A plan made while the table was small would read all of it later.
        await patiently(client, client.query('set enable_seqscan = off'))
        await patiently(client, client.query('listen muster_feed'))
        await patiently(client, enter(client))
        while (!stopped()) {
          // Before the read: what is rung while it runs counts for the next.
          bell.clear()
          if (fault) throw fault
          const begun = performance.now()
          const waiting = await drain(client)
          failures = 0
          settle()
          await tellOthers(client)
          await bell.wait(waiting ? heldPollMs : isNews ? NOTICE_EVERY : idlePollMs)
          const early = LOOK_EVERY - (performance.now() - begun)
          if (early > 0) await sleep(early)
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

  /**
   * A connection that went dead without a word is found out before memory is trusted no longer; a database that only takes
   * long is waited for: to leave it and come back would ask it for more, and tell every screen that nothing is known.
   */
  function patiently<T>(client: pg.Client, asked: Promise<T>): Promise<T> {
    const { processID } = client as { processID?: number }
    const feel = async () => (stopped() ? 'gone' : pulse.feel(processID))
    return waitForAnswer(asked, { feel, everyMs: SLOW })
  }

  /** Other nodes hear of it by a notice of its own: in the writing transaction it would take a lock that all wait for. */
  async function tellOthers(client: pg.Client) {
    const now = performance.now()
    if (!isNews || now - noticedAt < NOTICE_EVERY) return
    isNews = false
    noticedAt = now
    await patiently(client, client.query('notify muster_feed'))
  }

  /** Called when everything there is has been handed on. */
  function settle() {
    if (state === 'following' || stopped()) return
    const again = state === 'broken'
    state = 'following'
    first.resolve()
    // The first time is no news.
    if (again) log.info({ epoch, cursor: String(cursor) }, 'feed: followed')
    if (again) tell(listener => listener.onRecovered?.())
  }

  /** Decides where to read on: from the last cursor, unless what followed it is not there any more. */
  async function enter(client: pg.Client) {
    const found = await readEpoch(client)
    if (cursor !== undefined && found === epoch && (await isKept(client, cursor))) return
    const { rows } = await client.query<{ horizon: string }>('select feed_horizon()::text as horizon')
    const skipped = cursor !== undefined
    epoch = found
    cursor = BigInt(rows[0]?.horizon ?? 0)
    if (skipped) {
      log.warn({ epoch }, 'feed: events were lost, starting anew')
      tell(listener => listener.onSkipped?.())
    }
  }

  /** Hands on everything there is. Answers whether committed events are held back. */
  async function drain(client: pg.Client): Promise<boolean> {
    while (cursor !== undefined && !stopped()) {
      const begunAt = performance.now()
      const page = client.query<EntryRow & PageEnd>({
        name: 'feed-page',
        text: 'select seq, topic, kind, payload::text, horizon, held_ms from read_feed($1::bigint, $2::integer)',
        values: [String(cursor), pageSize],
      })
      const { rows } = await patiently(client, page)
      const end = rows.at(-1)
      const entries = rows.slice(0, -1).map(toEntry)
      const isAll = entries.length < pageSize
      const reached = isAll && end?.horizon ? BigInt(end.horizon) : entries.at(-1)?.cursor
      // Never back: a writer that begins now may name a number that was read already.
      if (reached !== undefined && reached > cursor) cursor = reached
      if (entries.length > 0) tell(listener => listener.onEvents?.(entries))
      if (!isAll) continue
      const held = end?.held_ms ?? null
      heldBackMs = held === null ? 0 : Math.max(1, held)
      freshAt = begunAt
      if (held === null) ahead.clear()
      else if (held >= AHEAD_AFTER) await hearAhead(client, cursor)
      return held !== null
    }
    return false
  }

  /** Hands on what memory must hear of among the events that have committed beyond the last that is final. */
  async function hearAhead(client: pg.Client, after: Cursor): Promise<void> {
    const begunAt = performance.now()
    if (aheadKinds.length === 0 || begunAt - aheadAt < AHEAD_EVERY) return
    const asked = client.query<EntryRow>({
      name: 'feed-ahead',
      text: `select e.seq::text, e.topic, e.kind, e.payload::text from feed_events e
        where e.seq > $1::bigint and e.kind = any ($2::text[]) order by e.seq limit $3`,
      values: [String(after), aheadKinds, AHEAD_MOST],
    })
    const { rows } = await patiently(client, asked)
    const entries = rows.filter(row => !ahead.has(row.seq)).map(toEntry)
    for (const { cursor } of entries) ahead.add(String(cursor))
    if (entries.length > 0) tell(listener => listener.onAhead?.(entries))
    if (rows.length < AHEAD_MOST) aheadAt = begunAt
  }

  return {
    get state() {
      return state
    },
    get epoch() {
      return epoch ?? ''
    },
    get cursor() {
      return cursor ?? 0n
    },
    get heldBackMs() {
      return heldBackMs
    },
    get behindMs() {
      return state === 'following' ? Math.max(heldBackMs, performance.now() - freshAt) : null
    },
    get isFresh() {
      const heardAt = heldBackMs < HELD_MOST ? freshAt : Math.min(freshAt, aheadAt)
      return state === 'following' && performance.now() - heardAt < FRESH
    },
    wake() {
      isNews = true
      bell.ring()
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
      await pulse.stop()
      first.resolve()
    },
  }
}

async function isKept(client: pg.Client, cursor: Cursor): Promise<boolean> {
  const { rows } = await client.query('select from feed_floor where seq > $1::bigint', [String(cursor)])
  return rows.length === 0
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
