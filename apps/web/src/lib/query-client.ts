import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { isAborted, isRefusal, isUnreachable } from './error-text.ts'

const queryStaleMs = 5 * 60_000
const queryGcMs = 5 * 60_000
const queryRetries = 3
const queryRetryBaseMs = 1_000
const queryRetryMaxMs = 30_000

/** Returns the milliseconds before retry `attempt` (0-based): 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(queryRetryBaseMs * 2 ** attempt, queryRetryMaxMs)
}

/**
 * True if a failed read should be retried, which happens at most three times. Refusals (4xx) are not retried, because the server
 * would only repeat them, nor are cancelled calls. While the device is offline, unreachable servers are not retried either, because
 * everything on the screen is refetched once the device is online again.
 */
export function shouldRetry(
  failures: number,
  error: unknown,
  isOnline = navigator.onLine !== false,
): boolean {
  if (!isOnline && isUnreachable(error)) return false
  return failures < queryRetries && !isRefusal(error) && !isAborted(error)
}

export type ReadQuery = Query<unknown, unknown, unknown>

/** Listeners for the outcome of reads (queries) and actions (mutations). A read counts as failed after its last retry. */
type Listeners = {
  onRead?: (query: ReadQuery) => void
  onReadFailed?: (error: unknown, query: ReadQuery) => void
  onActFailed?: (error: unknown) => void
}

/** Creates the cache with the specification's defaults. Mutations are never retried automatically. */
export function createQueryClient({ onRead, onReadFailed, onActFailed }: Listeners = {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, query) => onRead?.(query),
      onError: (error, query) => onReadFailed?.(error, query),
    }),
    mutationCache: new MutationCache({ onError: error => onActFailed?.(error) }),
    defaultOptions: {
      queries: {
        staleTime: queryStaleMs,
        gcTime: queryGcMs,
        retry: (failures, error) => shouldRetry(failures, error),
        retryDelay,
        refetchOnWindowFocus: false,
        // Only an attempt shows whether there is a network. If calls were paused until the browser reports one, a read would wait
        // silently, and an action would run long after the person gave up on it.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
