import type { FeedEvent } from '@muster/contract/feed.ts'
import { parseTopic } from '@muster/contract/topic.ts'
import { notifyManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { LiveHandlers, ReceivedEvent } from './appliers.ts'
import { replayMissed } from './replay-missed.ts'

export type CacheFeeder = {
  event(event: FeedEvent, topic?: string): void
  /** Refetches the queries of these topics. Called when they start being followed or the server revokes them. */
  topics(topics: readonly string[]): void
  /** Refetches data older than `readBefore` (ms) or patched with deltas. Called when the feed follows the topics from that time on. */
  topicsBefore(topics: readonly string[], readBefore: number): void
  everything(): void
  stop(): void
}

const allQueriesKey: QueryKey = []
/** Milliseconds, unless a query has its own `refetchIntervalMs`; the first refetch is immediate. */
const minRefetchIntervalMs = 1_000
/** Maximum time in milliseconds that events wait for a further page of a list. */
const batchMs = 1_000
/** Maximum number of events stored for a pending response; beyond that, the query is refetched. */
const maxMissedEvents = 2_000

/**
 * Creates a feeder that patches cached data with events, and refetches what events alone do not determine. A query that is pending
 * when an event arrives is not restarted, since it would never finish under steady events. Instead, the event is replayed on its
 * response.
 */
export function createCacheFeeder(client: QueryClient, handlers: LiveHandlers, me: string): CacheFeeder {
  const cache = client.getQueryCache()
  const dueKeysByJson = new Map<string, QueryKey>()
  const hashesToRefetch = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const pendingEvents: ReceivedEvent[] = []
  /** Events that arrived while a query was pending, by the query's hash. */
  const missedEventsByHash = new Map<string, ReceivedEvent[]>()
  /** The time of the last refetch of each query with its own `refetchIntervalMs`, by the query's hash. */
  const fetchedAtByHash = new Map<string, number>()
  let cancelFrame: (() => void) | undefined
  let flushedAt = Number.NEGATIVE_INFINITY
  let batchStartedAt: number | undefined

  function flush() {
    timer = undefined
    flushedAt = Date.now()
    const keys = [...dueKeysByJson.values()]
    dueKeysByJson.clear()
    for (const queryKey of keys) {
      const earlyQueries = new Set(cache.findAll({ queryKey, predicate: isTooEarly }))
      for (const query of earlyQueries) dueKeysByJson.set(JSON.stringify(query.queryKey), query.queryKey)
      const shouldRefetch = (query: Query) => !isFetching(query) && !earlyQueries.has(query)
      for (const { queryHash, meta } of cache.findAll({ queryKey, predicate: shouldRefetch }))
        if (meta?.refetchIntervalMs) fetchedAtByHash.set(queryHash, flushedAt)
      client.invalidateQueries({ queryKey, predicate: shouldRefetch })
    }
    if (dueKeysByJson.size > 0) timer = setTimeout(flush, minRefetchIntervalMs)
  }

  const isTooEarly = ({ queryHash, meta }: Query) =>
    flushedAt - (fetchedAtByHash.get(queryHash) ?? Number.NEGATIVE_INFINITY) < (meta?.refetchIntervalMs ?? 0)

  /** Refetches queries; pending ones are refetched after they finish. */
  function refetch(keys: readonly QueryKey[]) {
    for (const queryKey of keys)
      for (const query of cache.findAll({ queryKey, predicate: isFetching }))
        hashesToRefetch.add(query.queryHash)
    refetchIdle(keys)
  }

  function refetchIdle(keys: readonly QueryKey[]) {
    for (const queryKey of keys)
      if (cache.findAll({ queryKey, predicate: query => !isFetching(query) }).length > 0)
        dueKeysByJson.set(JSON.stringify(queryKey), queryKey)
    if (dueKeysByJson.size === 0) return
    timer ??= setTimeout(flush, Math.max(0, flushedAt + minRefetchIntervalMs - Date.now()))
  }

  function listTopicKeys(topics: readonly string[]): QueryKey[] {
    const { topicKeys } = handlers
    if (!topicKeys) return [allQueriesKey]
    const parsedTopics = topics.map(parseTopic).filter(topic => topic !== null)
    return parsedTopics.flatMap(topic => topicKeys.flatMap(keys => keys(topic, me)))
  }

  /** Applies all events since the last frame, so that a screen renders once for all of them. */
  function applyPending() {
    // While a further page of a list loads, events wait for up to `batchMs`. The library appends the page to the pages as they were
    // at the time of the request, so patches made meanwhile would be lost.
    const isPaging = cache.findAll({ predicate: isFetchingMore }).length > 0
    batchStartedAt = isPaging ? (batchStartedAt ?? Date.now()) : undefined
    if (batchStartedAt !== undefined && Date.now() - batchStartedAt < batchMs) {
      cancelFrame = onNextFrame(applyPending)
      return
    }
    const events = pendingEvents.splice(0)
    for (const { queryHash } of cache.findAll({ predicate: isFetching }))
      missedEventsByHash.set(queryHash, [...(missedEventsByHash.get(queryHash) ?? []), ...events])
    notifyManager.batch(() => {
      for (const { event, topic } of events) applyEvent(event, topic)
    })
  }

  function applyEvent(event: FeedEvent, topic: string | undefined) {
    for (const notifier of handlers.notices ?? []) notifier(client, event, me)
    for (const applier of handlers.appliers) {
      try {
        refetchIdle(applier(client, event, me, topic))
      } catch (error) {
        // The applier may have left the cache inconsistent, so everything is refetched.
        console.error('An event of the feed could not be applied:', event.kind, error)
        refetch([allQueriesKey])
      }
    }
  }

  /** Handles a response, which may predate the events that arrived meanwhile. */
  function handleFetched(query: Query) {
    const events = missedEventsByHash.get(query.queryHash)
    const needsRefetch = hashesToRefetch.delete(query.queryHash)
    missedEventsByHash.delete(query.queryHash)
    // A failed query has used up its retries, and has no response that could be outdated.
    if (query.state.status === 'error') return
    if (needsRefetch || (events && (events.length > maxMissedEvents || !catchUp(query, events))))
      refetch([query.queryKey])
  }

  /** Replays the missed events; returns false if the query must be refetched. */
  function catchUp(query: Query, events: readonly ReceivedEvent[]): boolean {
    try {
      const { data, again } = replayMissed(client, query, events, handlers.appliers, me)
      if (data === query.state.data) return !again
      // The response may already include the events, and a delta must not be applied twice.
      if (query.meta?.hasDeltas) return false
      client.setQueryData(query.queryKey, data, { updatedAt: query.state.dataUpdatedAt })
      return !again
    } catch {
      return false
    }
  }

  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type === 'removed') {
      hashesToRefetch.delete(query.queryHash)
      missedEventsByHash.delete(query.queryHash)
      fetchedAtByHash.delete(query.queryHash)
    } else if (type === 'updated' && !isFetching(query)) handleFetched(query)
  })

  return {
    event(event, topic) {
      pendingEvents.push({ event, topic })
      if (pendingEvents.length === 1) cancelFrame = onNextFrame(applyPending)
    },
    topics: topics => refetch(listTopicKeys(topics)),
    topicsBefore(topics, readBefore) {
      const isOutdated = ({ state, meta }: Query) =>
        meta?.hasDeltas || (state.fetchStatus === 'idle' && state.dataUpdatedAt < readBefore)
      for (const queryKey of listTopicKeys(topics))
        refetch(cache.findAll({ queryKey, predicate: isOutdated }).map(it => it.queryKey))
    },
    everything: () => refetch([allQueriesKey]),
    stop() {
      unsubscribe()
      clearTimeout(timer)
      cancelFrame?.()
    },
  }
}

/** Milliseconds after which a page that renders no frame, because it is hidden or being hidden, continues without one. */
const frameTimeoutMs = 250

function onNextFrame(work: () => void): () => void {
  const cancelFrame = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(fallbackTimer)
  }
  const runOnce = () => {
    cancelFrame()
    work()
  }
  const frame = globalThis.requestAnimationFrame?.(runOnce)
  const fallbackTimer = setTimeout(runOnce, frame === undefined ? 16 : frameTimeoutMs)
  return cancelFrame
}

/** True while a further page of a list is loading. */
function isFetchingMore(query: Query): boolean {
  return isFetching(query) && query.state.fetchMeta?.fetchMore !== undefined
}

function isFetching(query: Query): boolean {
  return query.state.fetchStatus !== 'idle'
}
