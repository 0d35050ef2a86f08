import { matchQuery, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { connectionStore } from '../../lib/connection-store.ts'
import { firstScript } from '../../lib/first-script.ts'
import { forgetShared } from '../shared-files.ts'
import { wipeCache } from '../wipe-cache.ts'
import { cacheReads } from './cache-reads.ts'
import { fitsContract, isCached } from './cached-keys.ts'
import { deviceReads } from './reads-store.ts'

const isLive = () => connectionStore.get().state === 'live'

/**
 * Stores the responses of a session on this device and shows them offline. Returns a function that starts it, which in turn returns
 * one that stops it. Starting removes the data of other sessions. `unfed`: keys of queries that the feed does not keep up to date.
 */
export function cacheSessionReads(
  client: QueryClient,
  token: string,
  unfed: readonly QueryKey[],
): () => (() => void) | undefined {
  const store = deviceReads()
  if (!store) return () => undefined
  if (!token) return () => void wipeCache().catch(() => undefined)
  let wasLive = isLive()
  const isFed = (query: Query) => query.isActive() && !unfed.some(queryKey => matchQuery({ queryKey }, query))
  const keeper = cacheReads(client, {
    owner: token,
    store,
    isCached,
    fits: fitsContract,
    build: firstScript(),
    isLive,
    trueUntil: query => (wasLive && isFed(query) ? connectionStore.lastMessageAt() : undefined),
    isOnline: () => navigator.onLine,
    now: Date.now,
  })
  const defaults = client.getDefaultOptions()
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, persister: keeper.persister } })

  return () => {
    void wipeCache(token).catch(() => undefined)
    const stop = keeper.start()
    const leaveFeed = connectionStore.subscribe(() => {
      if (isLive()) keeper.refetch()
      else if (wasLive) keeper.leave()
      wasLive = isLive()
    })
    const hide = () => {
      if (document.visibilityState === 'hidden') keeper.leave()
    }
    window.addEventListener('pagehide', keeper.leave)
    window.addEventListener('online', keeper.refetch)
    document.addEventListener('visibilitychange', hide)
    return () => {
      stop()
      // Runs only when the session ends or changes, not when a page is closed.
      void forgetShared().catch(() => undefined)
      leaveFeed()
      window.removeEventListener('pagehide', keeper.leave)
      window.removeEventListener('online', keeper.refetch)
      document.removeEventListener('visibilitychange', hide)
    }
  }
}
