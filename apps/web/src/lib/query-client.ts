import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { isAborted, isRefusal, isUnreachable } from './error-text.ts'

const queryStaleMs = 5 * 60_000
const queryGcMs = 5 * 60_000
const queryRetries = 3
const queryRetryBaseMs = 1_000
const queryRetryMaxMs = 30_000

/** Milliseconds before retry `attempt` (0-based): 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(queryRetryBaseMs * 2 ** attempt, queryRetryMaxMs)
}

/**
 * Three retries, but none when the server refused (4xx), which it would again, when the call was taken back here, or when the device says that
 * it has no network: it says when it has one again, and then everything on the screen is read anew.
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

/** Listeners for the outcome of reads (queries) and acts (mutations). A read fails after its last retry. */
type Listeners = {
  onRead?: (query: ReadQuery) => void
  onReadFailed?: (error: unknown, query: ReadQuery) => void
  onActFailed?: (error: unknown) => void
}

/** The cache with the specification's defaults. Mutations are never repeated by themselves. */
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
        // Whether there is a network only trying tells. Held back until the browser thinks so, a read would wait without
        // a word, and an act would happen long after the person gave it up.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
