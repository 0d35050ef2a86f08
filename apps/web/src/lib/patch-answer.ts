import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes one answer of the cache, if it exists. A stale answer stays marked as stale: the library takes any answer that is set for
 * a fresh one, and a screen that opens later would show the rest of the old one.
 */
export function patchAnswer<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): void {
  const state = client.getQueryState<Data>(queryKey)
  if (state?.data === undefined) return
  const next = change(state.data)
  if (next === state.data) return
  client.setQueryData(queryKey, next)
  if (state.isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
