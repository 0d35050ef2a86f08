import type {
  Query,
  QueryCacheNotifyEvent,
  QueryClient,
  QueryFunctionContext,
  QueryKey,
} from '@tanstack/react-query'
import { isUnreachable } from '../../lib/error-text.ts'
import { maxReadLength, type ReadsStore } from './reads-store.ts'

/** Changes to a response within this time, in milliseconds, are stored together. */
const batchMs = 2_000
/** Milliseconds without a response after which a device that reports a network shows the stored data. */
export const cacheDelayMs = 2_000
/** Refetch interval in milliseconds for data shown from the device. */
const refetchIntervalMs = 30_000
/** Maximum number of pages stored for a long list. */
const maxPages = 3

type Options = {
  owner: string
  store: ReadsStore
  isCached: (key: QueryKey) => boolean
  /** Returns what is stored of a response. */
  toStored: (key: QueryKey, data: unknown) => unknown
  /** The maximum age in milliseconds of a stored response that is shown. */
  maxAgeMs: (key: QueryKey) => number
  /** Resolves to true if this version of the app can show data stored by another one. */
  fits: (key: QueryKey, data: unknown) => Promise<boolean>
  build: string
  /** True while the feed is live. The server is then reachable, so the cause of a failed fetch must be shown. */
  isLive: () => boolean
  /** Returns the time in milliseconds up to which the feed kept a query up to date; undefined if it did not. */
  trueUntil: (query: Query) => number | undefined
  isOnline: () => boolean
  now: () => number
}

type FetchRead = (context: QueryFunctionContext) => unknown

/**
 * Creates the cache that stores responses on this device and shows them with their age while the server is unreachable: immediately
 * if the device reports no network, otherwise after a moment without a response. The server is called anyway, and its response
 * replaces the stored one.
 */
export function createReadCache(client: QueryClient, options: Options) {
  const { owner, store, isCached, toStored, maxAgeMs, fits, build, isLive, trueUntil, isOnline, now } =
    options
  const cache = client.getQueryCache()
  /** Hashes of the queries shown from the device. */
  const shownHashes = new Set<string>()
  const changedHashes = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const queries = [...changedHashes].flatMap(hash => cache.get(hash) ?? [])
    changedHashes.clear()
    const rows = queries.flatMap(query => {
      if (query.state.data === undefined) return []
      const data = toStored(query.queryKey, takeFirstPages(query.state.data))
      if (JSON.stringify(data).length > maxReadLength) return []
      const at = Math.max(query.state.dataUpdatedAt, trueUntil(query) ?? 0)
      return [{ owner, hash: query.queryHash, data, at, savedAt: now(), build }]
    })
    if (rows.length === 0 || !isRunning) return
    await store.save(rows).catch(error => console.warn('What was read is not kept:', error))
  }

  function handleCacheEvent(event: QueryCacheNotifyEvent) {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query } = event
    if (shownHashes.has(query.queryHash) || !isCached(query.queryKey)) return
    changedHashes.add(query.queryHash)
    timer ??= setTimeout(flush, batchMs)
  }

  /** Keeps their current age, because the page is about to be hidden or closed. */
  function storeBeforeLeaving() {
    for (const query of cache.findAll({ type: 'active' }))
      if (isCached(query.queryKey) && !shownHashes.has(query.queryHash) && trueUntil(query))
        changedHashes.add(query.queryHash)
    void flush()
  }

  function refetchShown() {
    if (shownHashes.size === 0) return
    void client.refetchQueries({ type: 'active', predicate: ({ queryHash }) => shownHashes.has(queryHash) })
  }

  async function showCachedRead(query: Query): Promise<void> {
    const cachedRead = await store.load(owner, query.queryHash)
    if (!cachedRead || now() - cachedRead.at > maxAgeMs(query.queryKey)) return
    if (cachedRead.build !== build && !(await fits(query.queryKey, cachedRead.data))) return
    if (!isRunning || query.state.data !== undefined) return
    shownHashes.add(query.queryHash)
    query.setData(cachedRead.data, { updatedAt: cachedRead.at, manual: true })
  }

  async function persister(
    fetchRead: FetchRead,
    context: QueryFunctionContext,
    query: Query,
  ): Promise<unknown> {
    if (!isCached(query.queryKey)) return fetchRead(context)
    let showCachedPromise: Promise<void> | undefined
    let hasAnswer = false
    const showCached = () => {
      showCachedPromise ??=
        query.state.data === undefined && !hasAnswer
          ? showCachedRead(query).catch(warnUnreadable)
          : Promise.resolve()
      return showCachedPromise
    }
    const cacheTimer = setTimeout(showCached, isOnline() ? cacheDelayMs : 0)
    try {
      const answer = await fetchRead(context)
      hasAnswer = true
      // A pending lookup of the stored data must not overwrite the response.
      await showCachedPromise
      // A further page leaves the first ones as they are, so they must still be refetched.
      if (!isFetchingMore(query)) shownHashes.delete(query.queryHash)
      return answer
    } catch (error) {
      if (!isUnreachable(error) || isLive()) throw error
      await showCached()
      const { data, dataUpdatedAt } = query.state
      if (data === undefined || isFetchingMore(query)) throw error
      shownHashes.add(query.queryHash)
      storeAge(query, dataUpdatedAt)
      return data
    } finally {
      clearTimeout(cacheTimer)
    }
  }

  /** Data that did not come from the server would otherwise count as fetched just now. Also marks it as stale. */
  function storeAge(query: Query, dataUpdatedAt: number) {
    const stop = cache.subscribe(event => {
      if (event.query !== query || event.type !== 'updated') return
      if (event.action.type !== 'success' && event.action.type !== 'error') return
      stop()
      if (event.action.type === 'success') query.setState({ dataUpdatedAt, isInvalidated: true })
    })
  }

  return {
    persister,
    leave: storeBeforeLeaving,
    refetch: refetchShown,
    /** Starts storing and returns a function that stops it. */
    start() {
      isRunning = true
      const unsubscribe = cache.subscribe(handleCacheEvent)
      const refetchTimer = setInterval(refetchShown, refetchIntervalMs)
      return () => {
        isRunning = false
        unsubscribe()
        clearInterval(refetchTimer)
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}

const warnUnreadable = (error: unknown) => console.warn('What is kept cannot be read:', error)

/** True while a further page of a list is loading. The pages already shown are not its result. */
const isFetchingMore = (query: Query) => query.state.fetchMeta?.fetchMore !== undefined

/** Returns the first pages of a list, and anything else unchanged. */
function takeFirstPages(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] }
  return { pages: pages.slice(0, maxPages), pageParams: pageParams.slice(0, maxPages) }
}
