import {
  type ClientMessage,
  closeCodes,
  type FeedEvent,
  feedVersion,
  type ServerMessage,
  serverMessage,
} from '@muster/contract/feed.ts'
import ReconnectingWebSocket from 'partysocket/ws'

/** `offline`: not live for a while; it goes on trying. */
export type FeedStatus = 'connecting' | 'live' | 'offline'

export type FeedClientOptions = {
  /** Address of the socket, `wss://…/live`. */
  url: string
  /** The session's token. Another session needs another client. */
  token: string
  onEvent(event: FeedEvent, topic: string): void
  /** Events were or may have been missed: read everything anew. */
  onResync(): void
  /** These topics are followed from now on: read what they cover, to have what was before. Also when first connected. */
  onCovered(topics: readonly string[]): void
  /** These topics were taken away. */
  onLost(topics: readonly string[]): void
  onStatus(status: FeedStatus): void
  /** The server gave a sign of life. */
  onHeard?(): void
  /** The server no longer knows the session. The client has stopped. */
  onSignedOut(): void
  /** The server serves this session nothing but setting up the second step. The client goes on trying. */
  onTwoStepDue?(): void
  /** The server speaks another version: the page must be loaded anew. The client goes on trying. */
  onOutdated?(): void
  /** Stands in for the browser's in tests. */
  WebSocket?: unknown
}

export type FeedClient = {
  readonly status: FeedStatus
  /** Follows a topic until the answer is called. Any number may follow the same. */
  watch(topic: string): () => void
  /** Asks again for what was denied, for example after a PIN opened a zone. */
  watchAgain(): void
  close(): void
}

/** How many topics the server takes before it calls a message malformed. */
const topicsAtMost = 1_000

/** Milliseconds. */
const times = {
  /** Wishes of several components within this time (ms) are sent at once. */
  gather: 50,
  /** Between signs of life asked of the server. */
  ping: 25_000,
  /** How long it may take to answer. */
  answer: 10_000,
  /** How long a break is called connecting. */
  patience: 10_000,
}

/**
 * Keeps one socket to the feed: says hello with the last cursor, so that a break costs nothing, and follows the topics
 * wanted. The cursor lives in memory only: after a reload everything is read anyway.
 */
export function createFeedClient(options: FeedClientOptions): FeedClient {
  const wanted = new Map<string, number>()
  /** The topics of which every event up to the cursor was received. */
  let covered: ReadonlySet<string> = new Set()
  /** The list the server was told last on this connection. */
  let told: string | undefined
  let cursor: string | undefined
  let epoch: string | undefined
  let ready = false
  let status: FeedStatus = globalThis.navigator?.onLine === false ? 'offline' : 'connecting'
  let stopped = false
  let gathering: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let overdue: ReturnType<typeof setTimeout> | undefined

  const socket = new ReconnectingWebSocket(options.url, undefined, {
    WebSocket: options.WebSocket,
    // Drawn by lot: after a restart of the server not everyone comes at the same moment.
    minReconnectionDelay: 500 + Math.random() * 1_500,
    // Somebody may be looking: live again soon after the server is, however long it was away.
    maxReconnectionDelay: 5_000,
    minUptime: 1_000,
    reconnectionDelayGrowFactor: 1.6,
    connectionTimeout: 10_000,
    // The hello comes first on every connection; nothing is sent ahead of it.
    maxEnqueuedMessages: 0,
    shouldReconnectOnClose: ({ code }) => !endsSession(code),
  })

  function setStatus(next: FeedStatus) {
    if (next === status) return
    status = next
    options.onStatus(next)
  }

  function send(message: ClientMessage) {
    socket.send(JSON.stringify(message))
  }

  /** The protocol takes so many and no more; sorted, zones come last and are the ones to wait. */
  function wantedTopics(): string[] {
    return [...wanted.keys()].sort().slice(0, topicsAtMost)
  }

  /** Tells the server the wanted topics, if they are others than it was told. */
  function sync() {
    const topics = wantedTopics()
    if (!ready || told === topics.join()) return
    told = topics.join()
    send({ type: 'watch', topics })
  }

  function soon() {
    clearTimeout(gathering)
    gathering = setTimeout(sync, times.gather)
  }

  function follow(topics: readonly string[]) {
    const before = covered
    covered = new Set(topics)
    const added = topics.filter(topic => !before.has(topic))
    const lost = [...before].filter(topic => !covered.has(topic) && wanted.has(topic))
    if (lost.length > 0) options.onLost(lost)
    return added
  }

  function receive(message: ServerMessage) {
    if ('cursor' in message) cursor = message.cursor
    switch (message.type) {
      case 'ready': {
        const isFirst = epoch === undefined
        epoch = message.epoch
        ready = true
        setStatus('live')
        clearTimeout(patience)
        patience = undefined
        const added = follow(message.topics)
        // At first nothing was followed, so only what is followed now may have been read too early.
        if (!message.resumed && !isFirst) options.onResync()
        else if (added.length > 0) options.onCovered(added)
        sync()
        break
      }
      case 'watching': {
        const added = follow(message.topics)
        if (added.length > 0) options.onCovered(added)
        break
      }
      case 'event':
        options.onEvent(message.event, message.topic)
        break
      case 'resync':
        options.onResync()
        break
      case 'closed-topic':
        covered = new Set([...covered].filter(topic => topic !== message.topic))
        options.onLost([message.topic])
        break
      case 'pong':
        break
    }
  }

  socket.addEventListener('open', () => {
    const topics = wantedTopics()
    told = topics.join()
    send({ type: 'hello', version: feedVersion, token: options.token, since: cursor, epoch, topics })
  })
  socket.addEventListener('message', ({ data }) => {
    if (stopped) return
    clearTimeout(overdue)
    overdue = undefined
    // Whatever arrives proves that the connection outlived what the browser said of the network.
    if (ready) setStatus('live')
    options.onHeard?.()
    const message = read(data)
    if (typeof message === 'string') cursor = message
    else if (message) receive(message)
  })
  socket.addEventListener('close', ({ code }) => {
    lost()
    if (endsSession(code)) {
      stop()
      options.onSignedOut()
    }
    if (code === closeCodes.twoStepDue) options.onTwoStepDue?.()
    if (code === closeCodes.versionUnknown) options.onOutdated?.()
  })

  /** The connection is gone; another is under way. */
  function lost() {
    ready = false
    clearTimeout(overdue)
    overdue = undefined
    if (stopped) return
    if (status === 'live') setStatus('connecting')
    wait()
  }

  function wait() {
    patience ??= setTimeout(() => setStatus('offline'), times.patience)
  }

  function ping() {
    if (!ready || overdue) return
    send({ type: 'ping' })
    overdue = setTimeout(again, times.answer)
  }

  /** Gives up the connection and tries at once. */
  function again() {
    if (stopped) return
    lost()
    socket.reconnect()
  }

  function online() {
    if (!ready) again()
    else ping()
  }

  function offline() {
    if (!stopped) setStatus('offline')
    ping()
  }

  function visible() {
    // The timers of a hidden page sleep: look at once whether the connection outlived it.
    if (document.visibilityState === 'visible') online()
  }

  const pinging = setInterval(ping, times.ping)
  wait()
  globalThis.addEventListener?.('online', online)
  globalThis.addEventListener?.('offline', offline)
  globalThis.document?.addEventListener('visibilitychange', visible)

  function stop() {
    stopped = true
    ready = false
    clearInterval(pinging)
    for (const timer of [gathering, patience, overdue]) clearTimeout(timer)
    globalThis.removeEventListener?.('online', online)
    globalThis.removeEventListener?.('offline', offline)
    globalThis.document?.removeEventListener('visibilitychange', visible)
    socket.close()
  }

  return {
    get status() {
      return status
    },
    watch(topic) {
      wanted.set(topic, (wanted.get(topic) ?? 0) + 1)
      soon()
      let done = false
      return () => {
        if (done) return
        done = true
        const left = (wanted.get(topic) ?? 1) - 1
        if (left > 0) wanted.set(topic, left)
        else wanted.delete(topic)
        soon()
      }
    },
    watchAgain() {
      told = undefined
      soon()
    },
    close() {
      if (!stopped) stop()
    },
  }
}

function endsSession(code: number): boolean {
  return code === closeCodes.unauthorized || code === closeCodes.revoked
}

/**
 * The message; of one that a newer server sends and this page does not know, only its cursor; null when it is neither.
 */
function read(data: unknown): ServerMessage | string | null {
  if (typeof data !== 'string') return null
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch {
    return null
  }
  const parsed = serverMessage.safeParse(json)
  if (parsed.success) return parsed.data
  const { cursor } = (json ?? {}) as { cursor?: unknown }
  return typeof cursor === 'string' ? cursor : null
}
