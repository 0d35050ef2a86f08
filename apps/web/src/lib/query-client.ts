import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefusal } from './error-text.ts'

const fiveMinutes = 5 * 60_000

/** Milliseconds before retry `attempt` (0-based): 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000)
}

/** Three retries, but none when the server refused (4xx): the answer would be the same. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 3 && !isRefusal(error)
}

/** The cache with the specification's defaults. Mutations are never repeated by themselves. `onFailed` hears every failure. */
export function createQueryClient(onFailed?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: error => onFailed?.(error) }),
    mutationCache: new MutationCache({ onError: error => onFailed?.(error) }),
    defaultOptions: {
      queries: {
        staleTime: fiveMinutes,
        gcTime: fiveMinutes,
        retry: shouldRetry,
        retryDelay,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  })
}
