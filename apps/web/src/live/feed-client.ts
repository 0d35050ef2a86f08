import {
  type ClientMessage,
  closeCodes,
  type FeedEvent,
  feedVersion,
  type ServerMessage,
  serverMessage,
} from '@muster/contract/feed.ts'
import ReconnectingWebSocket from 'partysocket/ws'
import { createHeartbeat } from './lifeline.ts'
import { createStatusKeeper, type FeedStatus } from './status-keeper.ts'
import { createSubscriptions } from './topic-subscriptions.ts'

export type FeedClientOptions = {
  /** URL of the socket, `wss://…/live`. */
  url: string
  /** The session's token. Another session needs another client. */
  token: string
  /** Returns the position from which the first connection resumes; undefined to start fresh. */
  findStart?(): { readonly cursor: string; readonly epoch: string } | undefined
  onEvent(event: FeedEvent, topic: string): void
  /** Called when events were or may have been missed, so that everything must be refetched. */
  onResync(): void
  /** Called when these topics begin to be followed. Refetch their queries to include earlier changes. */
  onCovered(topics: readonly string[]): void
  /** Called when the first connection follows these topics from the position returned by `findStart`. */
  onContinued?(topics: readonly string[]): void
  /** Called when the server has revoked these topics. */
  onLost(topics: readonly string[]): void
  onStatus(status: FeedStatus): void
  onMessage?(): void
  /** Called when the server no longer accepts the session. The client has stopped. */
  onSignedOut(): void
  /** Called when the session may only set up the second step. The client keeps reconnecting. */
  onTwoStepDue?(): void
  /** Called when the server uses another version, so that the page must be reloaded. The client keeps reconnecting. */
  onOutdated?(): void
  /** Replaces the browser's WebSocket in tests. */
  WebSocket?: unknown
}

export type FeedClient = {
  readonly status: FeedStatus
  /** Follows a topic until the returned function is called. A topic may have any number of watchers. */
  watch(topic: string): () => void
  /** Subscribes again to denied topics, for example after a PIN opened a zone. */
  watchAgain(): void
  close(): void
}

/**
 * Creates a client that maintains one socket to the feed and follows the watched topics. After an interruption it resumes from the
 * last cursor, so that no event is lost; if the server cannot resume, it calls `onResync`. The cursor is only kept in memory,
 * because a reload reads everything again.
 */
export function createFeedClient(options: FeedClientOptions): FeedClient {
  /** The topics for which every event up to the cursor has been received. */
  let coveredTopics: ReadonlySet<string> = new Set()
  let cursor: string | undefined
  let epoch: string | undefined
  let isReady = false
  let isStopped = false

  const socket = connect(options)
  const send = (message: ClientMessage) => socket.send(JSON.stringify(message))
  const statusKeeper = createStatusKeeper(options.onStatus)
  const subscriptions = createSubscriptions({
    isReady: () => isReady,
    send: topics => send({ type: 'watch', topics }),
  })
  const heartbeat = createHeartbeat({
    isReady: () => isReady,
    ping: () => send({ type: 'ping' }),
    reconnect() {
      handleDisconnect()
      socket.reconnect()
    },
    onOffline: statusKeeper.offline,
  })

  /** Stores the followed topics, reports those that the server revoked, and returns the new ones. */
  function replaceTopics(topics: readonly string[]) {
    const previousTopics = coveredTopics
    coveredTopics = new Set(topics)
    const lostTopics = [...previousTopics].filter(
      topic => !coveredTopics.has(topic) && subscriptions.has(topic),
    )
    if (lostTopics.length > 0) options.onLost(lostTopics)
    return topics.filter(topic => !previousTopics.has(topic))
  }

  function handleServerMessage(message: ServerMessage) {
    if ('cursor' in message) cursor = message.cursor
    switch (message.type) {
      case 'ready': {
        const isFirst = epoch === undefined
        epoch = message.epoch
        isReady = true
        statusKeeper.live()
        const addedTopics = replaceTopics(message.topics)
        // On the first connection no topic was followed before, so only the queries of these topics may predate the feed.
        if (!message.resumed && !isFirst) options.onResync()
        else if (isFirst && message.resumed) options.onContinued?.(addedTopics)
        else if (addedTopics.length > 0) options.onCovered(addedTopics)
        subscriptions.sync()
        break
      }
      case 'watching': {
        const addedTopics = replaceTopics(message.topics)
        if (addedTopics.length > 0) options.onCovered(addedTopics)
        break
      }
      case 'event':
        options.onEvent(message.event, message.topic)
        break
      case 'resync':
        options.onResync()
        break
      case 'closed-topic':
        coveredTopics = new Set([...coveredTopics].filter(topic => topic !== message.topic))
        options.onLost([message.topic])
        break
      case 'pong':
        break
    }
  }

  socket.addEventListener('open', () => {
    const topics = subscriptions.begin()
    const start = epoch === undefined ? options.findStart?.() : { cursor, epoch }
    send({
      type: 'hello',
      version: feedVersion,
      token: options.token,
      since: start?.cursor,
      epoch: start?.epoch,
      topics,
    })
  })
  socket.addEventListener('message', ({ data }) => {
    if (isStopped) return
    heartbeat.handleMessage()
    // Any message proves that the connection survived, whatever the browser reported about the network.
    if (isReady) statusKeeper.live()
    options.onMessage?.()
    const message = parseMessage(data)
    if (typeof message === 'string') cursor = message
    else if (message) handleServerMessage(message)
  })
  socket.addEventListener('close', ({ code }) => {
    handleDisconnect()
    if (endsSession(code)) {
      stop()
      options.onSignedOut()
    }
    if (code === closeCodes.twoStepDue) options.onTwoStepDue?.()
    if (code === closeCodes.versionUnknown) options.onOutdated?.()
  })

  /** Handles the loss of the connection; the socket reconnects. */
  function handleDisconnect() {
    isReady = false
    heartbeat.handleMessage()
    if (!isStopped) statusKeeper.broken()
  }

  function stop() {
    if (isStopped) return
    isStopped = true
    isReady = false
    for (const resource of [subscriptions, statusKeeper, heartbeat]) resource.stop()
    socket.close()
  }

  return {
    get status() {
      return statusKeeper.status
    },
    watch: subscriptions.watch,
    watchAgain: subscriptions.again,
    close: stop,
  }
}

function connect({ url, WebSocket }: FeedClientOptions) {
  return new ReconnectingWebSocket(url, undefined, {
    WebSocket,
    // Random, so that not every client reconnects at the same moment after a server restart.
    minReconnectionDelay: 500 + Math.random() * 1_500,
    // Short, because somebody may be watching: the screen is live again soon after the server is back, however long it was down.
    maxReconnectionDelay: 5_000,
    minUptime: 1_000,
    reconnectionDelayGrowFactor: 1.6,
    connectionTimeout: 10_000,
    // `hello` must be the first message on every connection, so nothing may be queued before it.
    maxEnqueuedMessages: 0,
    shouldReconnectOnClose: ({ code }) => !endsSession(code),
  })
}

function endsSession(code: number): boolean {
  return code === closeCodes.unauthorized || code === closeCodes.revoked
}

/** If the server is newer and this page does not know the message, returns only its cursor. Null for anything else. */
function parseMessage(data: unknown): ServerMessage | string | null {
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
