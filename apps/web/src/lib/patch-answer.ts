import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** A stale response stays marked: otherwise the library would take it for fresh, and a later screen would show its outdated rest. */
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
