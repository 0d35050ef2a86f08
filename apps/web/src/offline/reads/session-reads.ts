import { matchQuery, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { connectionStore } from '../../lib/connection-store.ts'
import { findFirstScript } from '../../lib/first-script.ts'
import { deleteSharedFiles } from '../shared-files.ts'
import { wipeCache } from '../wipe-cache.ts'
import { isCached, matchesContract, maxShownAgeMs, toStored } from './cached-keys.ts'
import { createReadCache } from './read-cache.ts'
import { getDeviceReads } from './reads-store.ts'

const isLive = () => connectionStore.get().state === 'live'

/**
 * Shows a session's stored responses offline. Returns a function that deletes other sessions' data, starts storing responses on
 * this device, and returns a function that stops it and deletes shared content. Without a `token`, the returned function only
 * deletes all stored data; without a database, it does nothing. `unfed`: keys of queries that the feed does not keep up to date.
 */
export function cacheSessionReads(
  client: QueryClient,
  token: string,
  unfed: readonly QueryKey[],
): () => (() => void) | undefined {
  const store = getDeviceReads()
  if (!store) return () => undefined
  if (!token) return () => void wipeCache().catch(() => undefined)
  let wasLive = isLive()
  const isFed = (query: Query) => query.isActive() && !unfed.some(queryKey => matchQuery({ queryKey }, query))
  const readCache = createReadCache(client, {
    owner: token,
    store,
    isCached,
    toStored,
    maxAgeMs: maxShownAgeMs,
    fits: matchesContract,
    build: findFirstScript(),
    isLive,
    trueUntil: query => (wasLive && isFed(query) ? connectionStore.lastMessageAt() : undefined),
    isOnline: () => navigator.onLine,
    now: Date.now,
  })
  const defaults = client.getDefaultOptions()
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, persister: readCache.persister } })

  return () => {
    void wipeCache(token).catch(() => undefined)
    const stop = readCache.start()
    const unsubscribe = connectionStore.subscribe(() => {
      if (isLive()) readCache.refetch()
      else if (wasLive) readCache.leave()
      wasLive = isLive()
    })
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') readCache.leave()
    }
    window.addEventListener('pagehide', readCache.leave)
    window.addEventListener('online', readCache.refetch)
    document.addEventListener('visibilitychange', handleVisibility)
    return () => {
      stop()
      // This runs only when the session ends or changes, not when a page is closed, so shared content survives a reload.
      void deleteSharedFiles().catch(() => undefined)
      unsubscribe()
      window.removeEventListener('pagehide', readCache.leave)
      window.removeEventListener('online', readCache.refetch)
      document.removeEventListener('visibilitychange', handleVisibility)
    }
  }
}
