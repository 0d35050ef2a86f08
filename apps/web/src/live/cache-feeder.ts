import type { FeedEvent } from '@muster/contract/feed.ts'
import { parseTopic, type Topic } from '@muster/contract/topic.ts'
import { notifyManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { LiveHandlers, TopicKeys } from './appliers.ts'

/** Keeps the query cache true to the feed. */
export type CacheFeeder = {
  event(event: FeedEvent, topic?: string): void
  /** Following these topics began or ended. */
  topics(topics: readonly string[]): void
  everything(): void
  stop(): void
}

const everyQuery: QueryKey = []
/** Queries are asked again at once, then at most this often, however many events come. Milliseconds. */
const interval = 1_000
/** The longest that events wait for a further page of a list. Milliseconds. */
const holdMs = 1_000

/**
 * Asks queries again so that no answer from before an event is left standing. A query that is under way when an event
 * concerns it is not begun anew (under steady events it would never end) but asked once more when it is done.
 */
export function createCacheFeeder(client: QueryClient, handlers: LiveHandlers, me: string): CacheFeeder {
  const cache = client.getQueryCache()
  const due = new Map<string, QueryKey>()
  const onceMore = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting: { event: FeedEvent; topic: string | undefined }[] = []
  let cancel: (() => void) | undefined
  let flushedAt = Number.NEGATIVE_INFINITY
  let heldSince: number | undefined

  function flush() {
    timer = undefined
    flushedAt = Date.now()
    const keys = [...due.values()]
    due.clear()
    for (const queryKey of keys) {
      client.invalidateQueries({ queryKey, predicate: query => !isUnderWay(query) })
    }
  }

  function ask(keys: readonly QueryKey[]) {
    for (const queryKey of keys) {
      for (const query of cache.findAll({ queryKey, predicate: isUnderWay })) onceMore.add(query.queryHash)
      due.set(JSON.stringify(queryKey), queryKey)
    }
    if (due.size === 0) return
    timer ??= setTimeout(flush, Math.max(0, flushedAt + interval - Date.now()))
  }

  const keysOf = (topicKeys: readonly TopicKeys[], topic: Topic | null) =>
    topic ? topicKeys.flatMap(keys => keys(topic, me)) : []

  /** All that came since the last frame, so that a screen is drawn once for all of it. */
  function applyWaiting() {
    // What a list reads on to is put after the pages as they were when it began: patches made meanwhile would be undone.
    const reading = cache.findAll({ predicate: isReadingOn }).length > 0
    heldSince = reading ? (heldSince ?? Date.now()) : undefined
    if (heldSince !== undefined && Date.now() - heldSince < holdMs) {
      cancel = onNextFrame(applyWaiting)
      return
    }
    const events = waiting.splice(0)
    const underWay = cache.findAll({ predicate: isUnderWay }).map(query => [query, query.state.data] as const)
    notifyManager.batch(() => {
      for (const { event, topic } of events) apply(event, topic)
    })
    // Patched, but the answer under way may be from before the event and would undo it.
    for (const [query, data] of underWay) if (query.state.data !== data) onceMore.add(query.queryHash)
  }

  function apply(event: FeedEvent, topic: string | undefined) {
    for (const applier of handlers.appliers) {
      try {
        ask(applier(client, event, me, topic))
      } catch (error) {
        // Whatever it left half done, the server knows better.
        console.error('An event of the feed could not be applied:', event.kind, error)
        ask([everyQuery])
      }
    }
  }

  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type === 'removed') onceMore.delete(query.queryHash)
    else if (type === 'updated' && !isUnderWay(query) && onceMore.delete(query.queryHash)) {
      // One that failed has tried as often as it may, and left no answer that could be old.
      if (query.state.status !== 'error') ask([query.queryKey])
    }
  })

  return {
    event(event, topic) {
      waiting.push({ event, topic })
      if (waiting.length === 1) cancel = onNextFrame(applyWaiting)
    },
    topics(topics) {
      const { topicKeys } = handlers
      ask(topicKeys ? topics.flatMap(text => keysOf(topicKeys, parseTopic(text))) : [everyQuery])
    },
    everything: () => ask([everyQuery]),
    stop() {
      unsubscribe()
      clearTimeout(timer)
      cancel?.()
    },
  }
}

/** Milliseconds after which a page that draws no frame, because it is or was just hidden, goes on without one. */
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

/** A further page of a list is on its way. */
function isReadingOn(query: Query): boolean {
  return isUnderWay(query) && query.state.fetchMeta?.fetchMore !== undefined
}

function isUnderWay(query: Query): boolean {
  return query.state.fetchStatus !== 'idle'
}
