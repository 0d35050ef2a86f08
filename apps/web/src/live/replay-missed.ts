import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { FeedApplier, ReceivedEvent } from './appliers.ts'

/** A response patched with the events that arrived while it was pending. `again`: the events are not enough, so refetch it. */
type ReplayResult = { readonly data: unknown; readonly again: boolean }

/** Works on a copy of the cache. Appliers only apply newer data, and refetching instead would never end under steady events. */
export function replayMissed(
  client: QueryClient,
  { queryKey, queryHash, state }: Query,
  missed: readonly ReceivedEvent[],
  appliers: readonly FeedApplier[],
  me: string,
): ReplayResult {
  const scratchClient = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  // Copies the whole cache, because an applier may take a row that is missing in one list from another.
  for (const cachedQuery of client.getQueryCache().getAll())
    if (cachedQuery.state.data !== undefined)
      scratchClient.setQueryData(cachedQuery.queryKey, cachedQuery.state.data)
  const isTarget = (key: QueryKey) =>
    scratchClient
      .getQueryCache()
      .findAll({ queryKey: key })
      .some(it => it.queryHash === queryHash)
  let needsRefetch = false
  for (const { event, topic } of missed)
    for (const applier of appliers)
      if (applier(scratchClient, event, me, topic).some(isTarget)) needsRefetch = true
  const data = scratchClient.getQueryData(queryKey)
  scratchClient.clear()
  return data === undefined ? { data: state.data, again: true } : { data, again: needsRefetch }
}
