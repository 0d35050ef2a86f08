import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes one response in the cache, if it exists. A stale response stays marked as stale. Otherwise the library would treat it as
 * fresh, and a screen opened later would show the rest of the outdated response.
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
