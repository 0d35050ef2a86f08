import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes one answer of the cache, if it is there. An answer that is marked to be read again stays marked: the library takes any
 * answer that is set for a whole new one, and a screen that opens later would show what is left of the old one.
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
