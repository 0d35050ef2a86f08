import type { Query, QueryClient } from '@tanstack/react-query'
import { connectionStore } from '../lib/connection-store.ts'
import { isNotFound } from '../lib/error-text.ts'

/** Milliseconds over which screens that reconnect at the same moment spread their refetches. */
export const retrySpreadMs = 2_000

const isLive = () => connectionStore.get().state === 'live'

const hasFailed = ({ state }: Query) =>
  state.status === 'error' && state.fetchStatus === 'idle' && !isNotFound(state.error)

/** The server is back, so nobody should have to press Retry. Refusals are not retried. Returns a function that stops it. */
export function retryFailedReads(client: QueryClient, random: () => number = Math.random): () => void {
  let wasLive = isLive()
  let timer: ReturnType<typeof setTimeout> | undefined
  const refetchFailed = () => void client.refetchQueries({ type: 'active', predicate: hasFailed })
  const unsubscribe = connectionStore.subscribe(() => {
    const becameLive = isLive() && !wasLive
    wasLive = isLive()
    if (!wasLive) clearTimeout(timer)
    if (becameLive) timer = setTimeout(refetchFailed, random() * retrySpreadMs)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
