import type pg from 'pg'
import type { Cursor } from '../cursor.ts'
import { type EntryRow, toEntry } from '../entry.ts'
import type { LiveLog } from '../log.ts'
import type { FeedConnection } from './feed-connection.ts'
import type { FeedListener } from './feed-listener.ts'
import { createLastEvents } from './last-events.ts'
import { createLookahead } from './lookahead.ts'
import { type HistoryReader, isNextTimeline } from './replication.ts'

/** Maximum age in milliseconds of the last read for the node to trust its caches. */
const MAX_READ_AGE_MS = 2_000
/** Milliseconds an open writer may hold back events before caches are distrusted, unless the lookahead delivers them. */
const MAX_HELD_MS = 500
/** Milliseconds an event is held back before the lookahead starts. */
const LOOKAHEAD_AFTER_MS = 250
/** Milliseconds after which the settings of the replication are read again. */
const REPLICATION_READ_MS = 5_000
/** Earlier timelines whose cursors are still accepted. */
const MAX_CONTINUED = 10

type Options = {
  readonly log: LiveLog
  readonly pageSize: number
  readonly aheadKinds: readonly string[]
  readonly history: HistoryReader
  isStopped(): boolean
  notify(call: (listener: FeedListener) => void): void
}

/** The last row of a page, which is not an event but describes the end of the page (see `read_feed`). */
type PageEnd = { horizon: string | null; held_ms: number | null }

/** Creates the reader that delivers the feed page by page, and tracks its position and how current it is. */
export function createPageReader({
  log,
  pageSize,
  aheadKinds,
  history,
  isStopped,
  notify: notifyListeners,
}: Options) {
  let epoch: string | undefined
  let cursor: Cursor | undefined
  let delayMs = 0
  let readAt = Number.NEGATIVE_INFINITY
  const lastEvents = createLastEvents()
  let isSynchronous = false
  let replicationReadAt = Number.NEGATIVE_INFINITY
  /** The epochs that the current one continues, each with the position up to which its events are known to be the same. */
  let continuedEpochs: { readonly epoch: string; readonly upTo: Cursor }[] = []
  const lookahead = createLookahead({
    kinds: aheadKinds,
    onUpcoming: entries => notifyListeners(listener => listener.onUpcoming?.(entries)),
  })

  async function findStartCursor(client: pg.Client) {
    const currentEpoch = await history.readEpoch(client)
    if (cursor !== undefined && epoch !== undefined && (await isAvailable(client, cursor))) {
      if (currentEpoch === epoch) return
      if (isSynchronous && isNextTimeline(epoch, currentEpoch) && (await lastEvents.areIn(client)))
        return continueOn(currentEpoch, { epoch, upTo: cursor })
    }
    const { rows } = await client.query<{ horizon: string }>('select feed_horizon()::text as horizon')
    const hasSkipped = cursor !== undefined
    epoch = currentEpoch
    continuedEpochs = []
    cursor = BigInt(rows[0]?.horizon ?? 0)
    if (!hasSkipped) return
    log.warn({ epoch }, 'feed: events were lost, starting anew')
    notifyListeners(listener => listener.onSkipped?.())
  }

  /** Goes on after a failover that lost nothing. The clients reconnect, and resume in the new epoch. */
  function continueOn(newEpoch: string, previous: { epoch: string; upTo: Cursor }) {
    continuedEpochs = [previous, ...continuedEpochs].slice(0, MAX_CONTINUED)
    epoch = newEpoch
    log.info({ epoch }, 'feed: continued on a standby that took over, without a loss')
    notifyListeners(listener => listener.onSkipped?.())
  }

  async function readReplication({ client, patiently }: FeedConnection) {
    const now = performance.now()
    if (now - replicationReadAt < REPLICATION_READ_MS) return
    isSynchronous = await patiently(history.readIsSynchronous(client))
    replicationReadAt = now
  }

  return {
    get epoch() {
      return epoch ?? ''
    },
    get cursor() {
      return cursor ?? 0n
    },
    isContinued: (earlierEpoch: string, since: Cursor) =>
      earlierEpoch === epoch || continuedEpochs.some(it => it.epoch === earlierEpoch && since <= it.upTo),
    get delayMs() {
      return delayMs
    },
    get behindMs() {
      return Math.max(delayMs, performance.now() - readAt)
    },
    get isFresh() {
      const knownAt = delayMs < MAX_HELD_MS ? readAt : Math.min(readAt, lookahead.completeAt)
      return performance.now() - knownAt < MAX_READ_AGE_MS
    },
    /**
     * The last cursor; the horizon if there is none, the epoch changed, or events after it are gone. After a failover it stays valid
     * if the server replicated synchronously and has all that was delivered.
     */
    enter: ({ client, patiently }: FeedConnection) => patiently(findStartCursor(client)),
    /** Delivers everything available. Returns whether committed events are held back. */
    async drain(connection: FeedConnection): Promise<boolean> {
      while (cursor !== undefined && !isStopped()) {
        const startedAt = performance.now()
        const { rows } = await readPage(connection, cursor, pageSize)
        const pageEnd = rows.at(-1)
        const eventRows = rows.slice(0, -1)
        lastEvents.add(eventRows)
        const entries = eventRows.map(toEntry)
        const isLastPage = entries.length < pageSize
        const reachedCursor =
          isLastPage && pageEnd?.horizon ? BigInt(pageEnd.horizon) : entries.at(-1)?.cursor
        // The cursor never moves backwards: a new writer may report a number that has already been read.
        if (reachedCursor !== undefined && reachedCursor > cursor) cursor = reachedCursor
        if (entries.length > 0) notifyListeners(listener => listener.onEvents?.(entries))
        if (!isLastPage) continue
        const gapMs = pageEnd?.held_ms ?? null
        delayMs = gapMs === null ? 0 : Math.max(1, gapMs)
        readAt = startedAt
        if (gapMs === null) {
          lastEvents.markComplete()
          lookahead.clear()
          await readReplication(connection)
        }
        if (gapMs !== null && gapMs >= LOOKAHEAD_AFTER_MS) await lookahead.look(connection, cursor)
        return gapMs !== null
      }
      return false
    },
  }
}

function readPage({ client, patiently }: FeedConnection, after: Cursor, size: number) {
  const pendingPage = client.query<EntryRow & PageEnd>({
    name: 'feed-page',
    text: 'select seq, topic, kind, payload::text, horizon, held_ms from read_feed($1::bigint, $2::integer)',
    values: [String(after), size],
  })
  return patiently(pendingPage)
}

async function isAvailable(client: pg.Client, cursor: Cursor): Promise<boolean> {
  const { rows } = await client.query('select from feed_floor where seq > $1::bigint', [String(cursor)])
  return rows.length === 0
}
