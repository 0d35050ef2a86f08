import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../rpc/unexpected.ts'
import { ConnectionLostError } from './answer-timeout.ts'
import type { Cursor } from './cursor.ts'
import type { LiveLog } from './log.ts'
import { createPulse } from './pulse.ts'
import { createWakeSignal } from './reader/bell.ts'
import { createFeedConnection, type FeedConnection } from './reader/feed-connection.ts'
import type { FeedListener } from './reader/feed-listener.ts'
import { createPageReader } from './reader/page-reader.ts'
import { type HistoryReader, serverHistory } from './reader/replication.ts'

export type { FeedListener }

/** The reader that follows the database's feed and distributes its events. There is one per node. */
export type FeedReader = {
  readonly state: 'starting' | 'following' | 'broken' | 'stopped'
  /** Identifies the history of the database that the cursors belong to. */
  readonly epoch: string
  /** True if a cursor of the epoch is valid in the current one, which may continue it on another timeline. */
  isContinued(epoch: string, since: Cursor): boolean
  /** The position up to which everything was delivered. */
  readonly cursor: Cursor
  /** Age in milliseconds of the oldest committed event that an open writer holds back; 0 if there is none. */
  readonly delayMs: number
  /**
   * How far deliveries lag behind, in milliseconds: the age of the last complete read or `delayMs`, whichever is greater; null
   * while the feed is not followed.
   */
  readonly behindMs: number | null
  /** True if the caches reflect everything committed until a moment ago, so that they can be trusted. */
  readonly isFresh: boolean
  /** Wakes the reader, which then reads the feed and notifies the other nodes. Call it after this node commits a write. */
  wake(): void
  subscribe(listener: FeedListener): () => void
  /** Retries until the feed is followed for the first time, and then resolves; also if the reader is stopped. */
  start(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** The database owner's connection string. It must not point to a pooler in transaction mode, which does not support LISTEN. */
  url: string
  log: LiveLog
  /** Milliseconds without notification before a poll, which makes up for a lost one and shows that the caches are fresh. */
  idlePollMs?: number
  /** Milliseconds between polls while an open writer holds back events: the end of its transaction sends no notification. */
  delayedPollMs?: number
  pageSize?: number
  /** Kinds of events that caches must receive in time, even while events are held back. */
  aheadKinds?: readonly string[]
  history?: HistoryReader
}

const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

/** In milliseconds: a batch of checks commits every 1-2 ms, and each poll costs as much as a few checks. */
const MIN_POLL_INTERVAL_MS = 10
const PULSE_TIMEOUT_MS = 900
/** Minimum milliseconds between notifications to other nodes. */
const MIN_NOTICE_INTERVAL_MS = 40

export function createFeedReader(options: Options): FeedReader {
  const { url, log, idlePollMs = 500, delayedPollMs = 25, pageSize = 500 } = options
  const { aheadKinds = [], history = serverHistory } = options
  const listeners = new Set<FeedListener>()
  let state: FeedReader['state'] = 'starting'
  let failureCount = 0
  let hasNewEvents = false
  /** Which server process was followed, and when its loss was noticed (of `performance.now()`). */
  let serverStart: string | undefined
  let lostAt = 0
  let noticedAt = Number.NEGATIVE_INFINITY
  let runPromise: Promise<void> | undefined
  const wakeSignal = createWakeSignal()
  const pulse = createPulse(url, PULSE_TIMEOUT_MS)
  const firstFollow = Promise.withResolvers<void>()
  const isStopped = () => state === 'stopped'
  const notifyListeners = (call: (listener: FeedListener) => void) => callEach(listeners, call, log)
  const pages = createPageReader({ log, pageSize, aheadKinds, history, isStopped, notify: notifyListeners })

  async function run() {
    while (!isStopped()) {
      const connection = createFeedConnection({ url, pulse, isStopped, onNews: wakeSignal.ring })
      const fault = await follow(connection).catch(error => connection.fault ?? error)
      connection.end()
      if (!isStopped()) await pause(fault)
    }
  }

  /** Follows the feed until the reader is stopped; rejects on a failure. */
  async function follow(connection: FeedConnection) {
    await connection.open()
    const currentServerStart = await connection.readServerStart()
    if (serverStart !== undefined && serverStart !== currentServerStart)
      notifyListeners(listener => listener.onServerReplaced?.(lostAt))
    serverStart = currentServerStart
    await pages.enter(connection)
    while (!isStopped()) {
      // Clear the signal before the read, so that a wake-up during the read triggers the next one.
      wakeSignal.clear()
      if (connection.fault) throw connection.fault
      const startedAt = performance.now()
      const isHeldBack = await pages.drain(connection)
      failureCount = 0
      markFollowing()
      await notifyOthers(connection)
      await wakeSignal.wait(isHeldBack ? delayedPollMs : hasNewEvents ? MIN_NOTICE_INTERVAL_MS : idlePollMs)
      const remainingMs = MIN_POLL_INTERVAL_MS - (performance.now() - startedAt)
      if (remainingMs > 0) await sleep(remainingMs)
    }
  }

  /** Marks the feed as followed. Called when everything available has been delivered. */
  function markFollowing() {
    if (state === 'following' || isStopped()) return
    const isRecovered = state === 'broken'
    state = 'following'
    firstFollow.resolve()
    // The first time is the start, not a recovery.
    if (!isRecovered) return
    const seconds = Math.round((performance.now() - lostAt) / 100) / 10
    log.info({ epoch: pages.epoch, cursor: String(pages.cursor), seconds }, 'The database is back')
    notifyListeners(listener => listener.onRecovered?.())
  }

  /** Notifies other nodes in a separate transaction, because NOTIFY takes a global lock, which would make all writers wait. */
  async function notifyOthers({ client, patiently }: FeedConnection) {
    const now = performance.now()
    if (!hasNewEvents || now - noticedAt < MIN_NOTICE_INTERVAL_MS) return
    hasNewEvents = false
    noticedAt = now
    await patiently(client.query('notify muster_feed'))
  }

  /** Reports an outage once, without a stack, and every other failure. */
  function logFault(fault: unknown) {
    if (!(fault instanceof ConnectionLostError || isDatabaseUnavailable(fault)))
      log.warn({ err: fault, failures: failureCount }, 'feed: not followed, connecting again')
    else if (state !== 'broken')
      log.warn(
        { reason: (fault as Error).message },
        'The database is away; connecting again until it is back',
      )
  }

  async function pause(fault: unknown) {
    logFault(fault)
    if (state === 'following') {
      state = 'broken'
      lostAt = performance.now()
      notifyListeners(listener => listener.onBroken?.())
    }
    wakeSignal.clear()
    await wakeSignal.wait(computeBackoffMs(failureCount++))
  }

  return {
    get state() {
      return state
    },
    get epoch() {
      return pages.epoch
    },
    isContinued: pages.isContinued,
    get cursor() {
      return pages.cursor
    },
    get delayMs() {
      return pages.delayMs
    },
    get behindMs() {
      return state === 'following' ? pages.behindMs : null
    },
    get isFresh() {
      return state === 'following' && pages.isFresh
    },
    wake() {
      hasNewEvents = true
      wakeSignal.ring()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    start() {
      runPromise ??= run()
      return firstFollow.promise
    },
    async stop() {
      state = 'stopped'
      wakeSignal.ring()
      await runPromise
      await pulse.stop()
      firstFollow.resolve()
    },
  }
}

function callEach(listeners: Iterable<FeedListener>, call: (listener: FeedListener) => void, log: LiveLog) {
  for (const listener of listeners) {
    try {
      call(listener)
    } catch (error) {
      log.error({ err: error }, 'feed: a listener failed')
    }
  }
}

/** Returns the milliseconds before the next attempt; randomised, so that the nodes do not all reconnect at the same time. */
function computeBackoffMs(failures: number): number {
  return Math.min(MIN_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS) * (0.5 + Math.random() / 2)
}
