import type pg from 'pg'
import type { Cursor } from '../cursor.ts'
import { type EntryRow, toEntry } from '../entry.ts'
import { readEpoch } from '../epoch.ts'
import type { LiveLog } from '../log.ts'
import type { FeedConnection } from './feed-connection.ts'
import type { FeedListener } from './feed-listener.ts'
import { createLookahead } from './lookahead.ts'

/** Maximum age in milliseconds of the last read for the node to trust its caches. */
const MAX_READ_AGE_MS = 2_000
/**
 * Milliseconds an open writer may hold back events before the caches are no longer trusted, unless the lookahead delivers those
 * events.
 */
const MAX_HELD_MS = 500
/** Milliseconds an event is held back before the lookahead starts. */
const LOOKAHEAD_AFTER_MS = 250

type Options = {
  readonly log: LiveLog
  readonly pageSize: number
  readonly aheadKinds: readonly string[]
  isStopped(): boolean
  notify(call: (listener: FeedListener) => void): void
}

/** The last row of a page, which is not an event but describes the end of the page (see `read_feed`). */
type PageEnd = { horizon: string | null; held_ms: number | null }

/** Creates the reader that delivers the feed page by page, and tracks its position and how current it is. */
export function createPageReader({ log, pageSize, aheadKinds, isStopped, notify: notifyListeners }: Options) {
  let epoch: string | undefined
  let cursor: Cursor | undefined
  let delayMs = 0
  let readAt = Number.NEGATIVE_INFINITY
  const lookahead = createLookahead({
    kinds: aheadKinds,
    onUpcoming: entries => notifyListeners(listener => listener.onUpcoming?.(entries)),
  })

  async function findStartCursor(client: pg.Client) {
    const currentEpoch = await readEpoch(client)
    if (cursor !== undefined && currentEpoch === epoch && (await isAvailable(client, cursor))) return
    const { rows } = await client.query<{ horizon: string }>('select feed_horizon()::text as horizon')
    const hasSkipped = cursor !== undefined
    epoch = currentEpoch
    cursor = BigInt(rows[0]?.horizon ?? 0)
    if (!hasSkipped) return
    log.warn({ epoch }, 'feed: events were lost, starting anew')
    notifyListeners(listener => listener.onSkipped?.())
  }

  return {
    get epoch() {
      return epoch ?? ''
    },
    get cursor() {
      return cursor ?? 0n
    },
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
     * Determines the starting position: the last cursor, or the feed's horizon if there is none, the epoch has changed or events
     * after the cursor are gone.
     */
    enter: ({ client, patiently }: FeedConnection) => patiently(findStartCursor(client)),
    /** Delivers everything available. Returns whether committed events are held back. */
    async drain(connection: FeedConnection): Promise<boolean> {
      while (cursor !== undefined && !isStopped()) {
        const startedAt = performance.now()
        const { rows } = await readPage(connection, cursor, pageSize)
        const pageEnd = rows.at(-1)
        const entries = rows.slice(0, -1).map(toEntry)
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
        if (gapMs === null) lookahead.clear()
        else if (gapMs >= LOOKAHEAD_AFTER_MS) await lookahead.look(connection, cursor)
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
