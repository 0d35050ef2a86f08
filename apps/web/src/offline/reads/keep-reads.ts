import type {
  Query,
  QueryCacheNotifyEvent,
  QueryClient,
  QueryFunctionContext,
  QueryKey,
} from '@tanstack/react-query'
import { isUnreachable } from '../../lib/error-text.ts'
import { type ReadsStore, readMostLength, readsMostAgeMs } from './reads-store.ts'

/** Changes of an answer within this time are written at once, in milliseconds. */
const gatherMs = 2_000
/** A device that says it has a network shows what is kept when the server has not answered after so long, in milliseconds. */
export const patienceMs = 2_000
/** How often what is shown from the device is asked for again, in milliseconds. */
const againMs = 30_000
/** The pages that are kept of a list that was read on and on. */
const pagesMost = 3

type Parts = {
  /** The session the answers belong to. */
  owner: string
  store: ReadsStore
  isKept: (key: QueryKey) => boolean
  /** Of what another version of the app wrote: whether this one can show it. */
  fits: (key: QueryKey, data: unknown) => Promise<boolean>
  /** This version of the app. */
  build: string
  /** Whether the feed is live: then a read that fails has a reason of its own, which must be told. */
  isLive: () => boolean
  /** Until when the feed kept a query true, in milliseconds; undefined where it did not. */
  trueUntil: (query: Query) => number | undefined
  /** Whether the device says it has a network. */
  isOnline: () => boolean
  now: () => number
}

type Ask = (context: QueryFunctionContext) => unknown

/**
 * Keeps what is read on this device, and shows it with its age while the server cannot be reached: at once where the device says that it
 * has no network, else when no answer has come for a moment. The server is asked all the same, and its answer takes the place.
 */
export function keepReads(client: QueryClient, parts: Parts) {
  const { owner, store, isKept, fits, build, isLive, trueUntil, isOnline, now } = parts
  const cache = client.getQueryCache()
  /** What is shown from the device, by hash. */
  const shown = new Set<string>()
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const queries = [...changed].flatMap(hash => cache.get(hash) ?? [])
    changed.clear()
    const rows = queries.flatMap(query => {
      const data = firstPages(query.state.data)
      if (data === undefined || JSON.stringify(data).length > readMostLength) return []
      const at = Math.max(query.state.dataUpdatedAt, trueUntil(query) ?? 0)
      return [{ owner, hash: query.queryHash, data, at, savedAt: now(), build }]
    })
    if (rows.length === 0 || !running) return
    await store.save(rows).catch(error => console.warn('What was read is not kept:', error))
  }

  function note(event: QueryCacheNotifyEvent) {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query } = event
    if (shown.has(query.queryHash) || !isKept(query.queryKey)) return
    changed.add(query.queryHash)
    timer ??= setTimeout(flush, gatherMs)
  }

  /** All that is on the screen is as true as the feed says, too: the page is about to be hidden or closed. */
  function leave() {
    for (const query of cache.findAll({ type: 'active' }))
      if (isKept(query.queryKey) && !shown.has(query.queryHash) && trueUntil(query))
        changed.add(query.queryHash)
    void flush()
  }

  /** Asks once more for what is on the screen from the device. */
  function askAgain() {
    if (shown.size === 0) return
    void client.refetchQueries({ type: 'active', predicate: ({ queryHash }) => shown.has(queryHash) })
  }

  async function show(query: Query): Promise<void> {
    const kept = await store.load(owner, query.queryHash)
    if (!kept || now() - kept.at > readsMostAgeMs) return
    if (kept.build !== build && !(await fits(query.queryKey, kept.data))) return
    if (!running || query.state.data !== undefined) return
    shown.add(query.queryHash)
    query.setData(kept.data, { updatedAt: kept.at, manual: true })
  }

  async function persister(ask: Ask, context: QueryFunctionContext, query: Query): Promise<unknown> {
    if (!isKept(query.queryKey)) return ask(context)
    let showing: Promise<void> | undefined
    let answered = false
    const showKept = () => {
      showing ??= query.state.data === undefined && !answered ? show(query).catch(warn) : Promise.resolve()
      return showing
    }
    const late = setTimeout(showKept, isOnline() ? patienceMs : 0)
    try {
      const answer = await ask(context)
      answered = true
      // The kept one, if it is just being looked up, must not take the place of the answer.
      await showing
      shown.delete(query.queryHash)
      return answer
    } catch (error) {
      if (!isUnreachable(error) || isLive()) throw error
      await showKept()
      const { data, dataUpdatedAt } = query.state
      if (data === undefined || isReadingOn(query)) throw error
      shown.add(query.queryHash)
      keepAge(query, dataUpdatedAt)
      return data
    } finally {
      clearTimeout(late)
    }
  }

  /** What the next answer of a query holds is as old as before: it was not the server's. */
  function keepAge(query: Query, dataUpdatedAt: number) {
    const stop = cache.subscribe(event => {
      if (event.query !== query || event.type !== 'updated') return
      if (event.action.type !== 'success' && event.action.type !== 'error') return
      stop()
      if (event.action.type === 'success') query.setState({ dataUpdatedAt, isInvalidated: true })
    })
  }

  return {
    persister,
    leave,
    askAgain,
    /** Keeps from now on; answers how to stop. */
    start() {
      running = true
      const unsubscribe = cache.subscribe(note)
      const again = setInterval(askAgain, againMs)
      return () => {
        running = false
        unsubscribe()
        clearInterval(again)
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}

const warn = (error: unknown) => console.warn('What is kept cannot be read:', error)

/** A further page of a list is being read: what is there says nothing of it. */
const isReadingOn = (query: Query) => query.state.fetchMeta?.fetchMore !== undefined

/** The first pages of a list; anything else as it is. */
function firstPages(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] }
  return { pages: pages.slice(0, pagesMost), pageParams: pageParams.slice(0, pagesMost) }
}
