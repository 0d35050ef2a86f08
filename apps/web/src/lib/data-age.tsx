import { notifyManager, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { connectionStore } from './connection-store.ts'

/** Hashes of the queries that were on the screen and kept up to date by the feed when the feed went down. */
const FollowedHashesContext = createContext<ReadonlySet<string>>(new Set())

const findHashes = (client: QueryClient, queryKey?: QueryKey) =>
  client
    .getQueryCache()
    .findAll({ type: 'active', queryKey })
    .map(({ queryHash }) => queryHash)

type Props = {
  /** Keys of queries that the feed does not keep up to date. */
  unfed: readonly QueryKey[]
  children: ReactNode
}

/** Tracks the queries that the feed keeps up to date. Mount it once, around every page. */
export function DataAge({ unfed, children }: Props) {
  const client = useQueryClient()
  const [followedHashes, setFollowedHashes] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let wasDown = connectionStore.get().downSince !== undefined
    return connectionStore.subscribe(() => {
      const isDown = connectionStore.get().downSince !== undefined
      if (isDown && !wasDown) {
        const unfedHashes = new Set(unfed.flatMap(key => findHashes(client, key)))
        setFollowedHashes(new Set(findHashes(client).filter(hash => !unfedHashes.has(hash))))
      }
      wasDown = isDown
    })
  }, [client, unfed])
  return <FollowedHashesContext value={followedHashes}>{children}</FollowedHashesContext>
}

/**
 * Returns the age of the data on the screen while the feed is down. `oldest`: the time in milliseconds up to which all of it was
 * known to be correct (when it was fetched, or when the server last sent anything if the feed kept it up to date); undefined if
 * there is no data. `isMissing`: some of it is still loading for the first time.
 */
export function useDataAge(): { oldest: number | undefined; isMissing: boolean } {
  const client = useQueryClient()
  const followedHashes = useContext(FollowedHashesContext)
  const encodedAge = useSyncExternalStore(
    // A query changes while a component that reads it renders; other components may only be updated after that.
    onChange => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    () => encodeAge(client, followedHashes),
  )
  const [oldest = '', isMissing] = encodedAge.split(' ')
  return { oldest: oldest === '' ? undefined : Number(oldest), isMissing: isMissing === 'missing' }
}

/** As a string, because `useSyncExternalStore` compares by identity. Queries with `meta.isOffScreen` are not on the screen. */
function encodeAge(client: QueryClient, followed: ReadonlySet<string>): string {
  let oldest: number | undefined
  let isMissing = false
  for (const { state, queryHash, meta } of client.getQueryCache().findAll({ type: 'active' })) {
    if (meta?.isOffScreen) continue
    if (state.data === undefined) {
      isMissing ||= state.status === 'pending' && state.fetchStatus !== 'idle'
      continue
    }
    const lastMessageAt = (followed.has(queryHash) && connectionStore.lastMessageAt()) || 0
    oldest = Math.min(oldest ?? Number.POSITIVE_INFINITY, Math.max(state.dataUpdatedAt, lastMessageAt))
  }
  return `${oldest ?? ''} ${isMissing ? 'missing' : ''}`
}
