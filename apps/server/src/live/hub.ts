import type pg from 'pg'
import type { WebSocket } from 'ws'
import type { Sessions } from '../rpc/sessions.ts'
import type { FeedAccess } from './access.ts'
import type { Connection, Switchboard } from './connection/switchboard.ts'
import { createConnection } from './connection.ts'
import type { Cursor } from './cursor.ts'
import type { FeedEntry } from './entry.ts'
import { createGreetingLimit } from './greeting-limit.ts'
import { createSessionSockets } from './hub/session-sockets.ts'
import { createTopicWatchers } from './hub/topic-watchers.ts'
import { type LiveLimits, liveLimits } from './limits.ts'
import type { LiveLog } from './log.ts'
import type { FeedReader } from './reader.ts'
import type { CloseReason, TcpSocket } from './wire.ts'

/** Counters of this node since its start, and its current number of sockets. */
export type HubMetrics = {
  readonly sockets: number
  /** The number of sockets that each event was sent to, summed over all events. */
  readonly eventsFannedOut: number
  readonly closedTooSlow: number
}

/** The hub that distributes the feed to this node's sockets. */
export type FeedHub = {
  readonly metrics: HubMetrics
  readonly limits: LiveLimits
  /** Serves a newly opened socket. `line` is its TCP connection, and `address` the client's IP address. */
  accept(socket: WebSocket, line: TcpSocket, address: string): void
  /** Closes all sockets, accepts no more, and resolves when they are gone. */
  close(): Promise<void>
}

type Options<Viewer> = {
  /**
   * Need not have started. The caches must subscribe before the hub: a session lookup by an event must not return an older state.
   */
  reader: FeedReader
  pool: pg.Pool
  sessions: Sessions
  access: FeedAccess<Viewer>
  log: LiveLog
  limits?: Partial<LiveLimits>
}

export function createFeedHub<Viewer>(options: Options<Viewer>): FeedHub {
  const { reader, pool, sessions, access, log } = options
  const limits = { ...liveLimits, ...options.limits }
  const connections = new Set<Connection>()
  const watchers = createTopicWatchers()
  const sessionSockets = createSessionSockets(limits.socketsPerSession)
  const sockets = new Set<WebSocket>()
  /** The cursor of the entry being distributed, within a page of the reader. */
  let cursor: Cursor | undefined
  let fannedOutCount = 0
  let tooSlowCount = 0
  let isClosing = false
  let brokenTimer: NodeJS.Timeout | undefined

  const switchboard: Switchboard<Viewer> = {
    pool,
    sessions,
    access,
    limits,
    log,
    greetings: createGreetingLimit(limits),
    get epoch() {
      return reader.epoch
    },
    isContinued: reader.isContinued,
    get cursor() {
      return cursor ?? reader.cursor
    },
    watch(connection, topics) {
      if (connections.has(connection)) watchers.watch(connection, topics)
    },
    admit: (connection, { sessionId }) => sessionSockets.admit(connection, sessionId),
    sent() {
      fannedOutCount++
    },
    left(connection, reason) {
      if (reason === 'tooSlow') tooSlowCount++
      watchers.remove(connection)
      sessionSockets.remove(connection)
      connections.delete(connection)
    },
  }

  function closeAll(reason: CloseReason) {
    for (const connection of [...connections]) connection.close(reason)
  }

  /** Events that arrived together are sent together, because a socket write costs more than its bytes. */
  function fanOut(entries: readonly FeedEntry[]) {
    const bufferedConnections = new Set<Connection>()
    for (const entry of entries) {
      const watchingConnections = watchers.get(entry.topic)
      if (!watchingConnections) continue
      cursor = entry.cursor
      for (const connection of watchingConnections) {
        if (entries.length > 1 && !bufferedConnections.has(connection)) {
          connection.buffer()
          bufferedConnections.add(connection)
        }
        try {
          connection.take(entry)
        } catch (error) {
          log.error({ err: error, kind: entry.kind }, 'feed: an event could not be passed on')
          connection.close('internal')
        }
      }
    }
    cursor = undefined
    for (const connection of bufferedConnections) connection.flush()
  }

  const unsubscribe = reader.subscribe({
    onEvents: fanOut,
    onBroken() {
      // Sockets survive a short interruption, but not a long one, because an open socket looks live.
      brokenTimer = setTimeout(() => closeAll('unavailable'), limits.brokenMs)
    },
    onRecovered() {
      clearTimeout(brokenTimer)
    },
    onSkipped() {
      clearTimeout(brokenTimer)
      closeAll('serverRestart')
    },
  })

  const checkTimeouts = () => {
    const now = Date.now()
    for (const connection of [...connections]) connection.checkTimeouts(now)
  }
  // Check after the timer callback, not in it. If this process has stalled, responses that have already arrived must be read first.
  const heartbeatTimer = setInterval(() => setImmediate(checkTimeouts), limits.heartbeatMs)
  heartbeatTimer.unref()

  return {
    limits,
    metrics: {
      get sockets() {
        return sockets.size
      },
      get eventsFannedOut() {
        return fannedOutCount
      },
      get closedTooSlow() {
        return tooSlowCount
      },
    },
    accept(socket, tcpSocket, address) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      const connection = createConnection(switchboard, socket, tcpSocket, address)
      connections.add(connection)
      if (isClosing) connection.close('serverRestart')
      else if (reader.state !== 'following' || sockets.size > limits.sockets) connection.close('unavailable')
    },
    async close() {
      isClosing = true
      unsubscribe()
      clearInterval(heartbeatTimer)
      clearTimeout(brokenTimer)
      closeAll('serverRestart')
      // The wait ends, because each socket that does not answer the close frame is terminated.
      await Promise.all([...sockets].map(socket => new Promise(resolve => socket.once('close', resolve))))
    },
  }
}
