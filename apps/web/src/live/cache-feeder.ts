import type { FeedEvent } from '@muster/contract/feed.ts'
import { parseTopic, type Topic } from '@muster/contract/topic.ts'
import { notifyManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { HeardEvent, LiveHandlers, TopicKeys } from './appliers.ts'
import { replayMissed } from './replay-missed.ts'

/** Keeps the query cache in sync with the feed. */
export type CacheFeeder = {
  event(event: FeedEvent, topic?: string): void
  /** Called when these topics begin or cease to be followed. */
  topics(topics: readonly string[]): void
  everything(): void
  stop(): void
}

const everyQuery: QueryKey = []
/**
 * Minimum interval in milliseconds between refetches of a query, unless it has its own `refetchIntervalMs`; the first refetch is
 * immediate.
 */
const interval = 1_000
/** Maximum time in milliseconds that events wait for a further page of a list. */
const batchMs = 1_000
/** Maximum number of events stored for a pending response; beyond that, it is refetched. */
const mostMissed = 2_000

/**
 * Patches cached data with events, and refetches what events alone do not determine. A query that is pending when an event arrives
 * is not restarted, since it would never finish under steady events. Instead, the event is replayed on its response.
 */
export function createCacheFeeder(client: QueryClient, handlers: LiveHandlers, me: string): CacheFeeder {
  const cache = client.getQueryCache()
  const due = new Map<string, QueryKey>()
  const onceMore = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting: HeardEvent[] = []
  /** Events that arrived while a query was pending, by the query's hash. */
  const missed = new Map<string, HeardEvent[]>()
  /** The time of the last refetch of an expensive query, by the query's hash. */
  const fetchedAt = new Map<string, number>()
  let cancel: (() => void) | undefined
  let flushedAt = Number.NEGATIVE_INFINITY
  let batchSince: number | undefined

  function flush() {
    timer = undefined
    flushedAt = Date.now()
    const keys = [...due.values()]
    due.clear()
    for (const queryKey of keys) {
      const early = new Set(cache.findAll({ queryKey, predicate: isEarly }))
      for (const query of early) due.set(JSON.stringify(query.queryKey), query.queryKey)
      const isMeant = (query: Query) => !isUnderWay(query) && !early.has(query)
      for (const { queryHash, meta } of cache.findAll({ queryKey, predicate: isMeant }))
        if (meta?.refetchIntervalMs) fetchedAt.set(queryHash, flushedAt)
      client.invalidateQueries({ queryKey, predicate: isMeant })
    }
    if (due.size > 0) timer = setTimeout(flush, interval)
  }

  const isEarly = ({ queryHash, meta }: Query) =>
    flushedAt - (fetchedAt.get(queryHash) ?? Number.NEGATIVE_INFINITY) < (meta?.refetchIntervalMs ?? 0)

  /** Refetches queries; pending ones are refetched after they finish. */
  function refetch(keys: readonly QueryKey[]) {
    for (const queryKey of keys)
      for (const query of cache.findAll({ queryKey, predicate: isUnderWay })) onceMore.add(query.queryHash)
    refetchIdle(keys)
  }

  function refetchIdle(keys: readonly QueryKey[]) {
    for (const queryKey of keys)
      if (cache.findAll({ queryKey, predicate: query => !isUnderWay(query) }).length > 0)
        due.set(JSON.stringify(queryKey), queryKey)
    if (due.size === 0) return
    timer ??= setTimeout(flush, Math.max(0, flushedAt + interval - Date.now()))
  }

  const listKeys = (topicKeys: readonly TopicKeys[], topic: Topic | null) =>
    topic ? topicKeys.flatMap(keys => keys(topic, me)) : []

  /** Applies all events since the last frame, so that a screen renders once for all of them. */
  function applyWaiting() {
    // The library appends the next page to the pages as they were at the time of the request, so patches made meanwhile would be
    // lost.
    const reading = cache.findAll({ predicate: isReadingOn }).length > 0
    batchSince = reading ? (batchSince ?? Date.now()) : undefined
    if (batchSince !== undefined && Date.now() - batchSince < batchMs) {
      cancel = onNextFrame(applyWaiting)
      return
    }
    const events = waiting.splice(0)
    for (const { queryHash } of cache.findAll({ predicate: isUnderWay }))
      missed.set(queryHash, [...(missed.get(queryHash) ?? []), ...events])
    notifyManager.batch(() => {
      for (const { event, topic } of events) apply(event, topic)
    })
  }

  function apply(event: FeedEvent, topic: string | undefined) {
    for (const notice of handlers.notices ?? []) notice(client, event, me)
    for (const applier of handlers.appliers) {
      try {
        refetchIdle(applier(client, event, me, topic))
      } catch (error) {
        // The applier may have left the cache inconsistent, so everything is refetched.
        console.error('An event of the feed could not be applied:', event.kind, error)
        refetch([everyQuery])
      }
    }
  }

  /** Handles a response, which may predate the events that arrived meanwhile. */
  function arrived(query: Query) {
    const events = missed.get(query.queryHash)
    const again = onceMore.delete(query.queryHash)
    missed.delete(query.queryHash)
    // A failed query has used up its retries, and has no response that could be outdated.
    if (query.state.status === 'error') return
    if (again || (events && (events.length > mostMissed || !catchesUp(query, events))))
      refetch([query.queryKey])
  }

  /** Replays the missed events; returns false if the query must be refetched. */
  function catchesUp(query: Query, events: readonly HeardEvent[]): boolean {
    try {
      const { data, again } = replayMissed(client, query, events, handlers.appliers, me)
      const updatedAt = query.state.dataUpdatedAt
      if (data !== query.state.data) client.setQueryData(query.queryKey, data, { updatedAt })
      return !again
    } catch {
      return false
    }
  }

  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type === 'removed') {
      onceMore.delete(query.queryHash)
      missed.delete(query.queryHash)
      fetchedAt.delete(query.queryHash)
    } else if (type === 'updated' && !isUnderWay(query)) arrived(query)
  })

  return {
    event(event, topic) {
      waiting.push({ event, topic })
      if (waiting.length === 1) cancel = onNextFrame(applyWaiting)
    },
    topics(topics) {
      const { topicKeys } = handlers
      refetch(topicKeys ? topics.flatMap(text => listKeys(topicKeys, parseTopic(text))) : [everyQuery])
    },
    everything: () => refetch([everyQuery]),
    stop() {
      unsubscribe()
      clearTimeout(timer)
      cancel?.()
    },
  }
}

/** Milliseconds after which a page that renders no frame, because it is hidden or being hidden, continues without one. */
const frameMissing = 250

function onNextFrame(work: () => void): () => void {
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(later)
  }
  const once = () => {
    cancel()
    work()
  }
  const frame = globalThis.requestAnimationFrame?.(once)
  const later = setTimeout(once, frame === undefined ? 16 : frameMissing)
  return cancel
}

/** True while a further page of a list is loading. */
function isReadingOn(query: Query): boolean {
  return isUnderWay(query) && query.state.fetchMeta?.fetchMore !== undefined
}

function isUnderWay(query: Query): boolean {
  return query.state.fetchStatus !== 'idle'
}
