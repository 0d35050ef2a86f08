import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { FeedApplier, HeardEvent } from './appliers.ts'

/** A response patched with the events that arrived while it was pending. `again`: the events are not enough, so refetch it. */
type Replayed = { readonly data: unknown; readonly again: boolean }

/**
 * Replays on a response the events that arrived while it was pending, in a copy of the cache. The appliers only apply newer data,
 * so it does not matter which events the response already includes. Refetching instead would never end under steady events.
 */
export function replayMissed(
  client: QueryClient,
  { queryKey, queryHash, state }: Query,
  missed: readonly HeardEvent[],
  appliers: readonly FeedApplier[],
  me: string,
): Replayed {
  const copy = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  // Copies the whole cache, because an applier may take a row that is missing in one list from another.
  for (const other of client.getQueryCache().getAll())
    if (other.state.data !== undefined) copy.setQueryData(other.queryKey, other.state.data)
  const isMeant = (key: QueryKey) =>
    copy
      .getQueryCache()
      .findAll({ queryKey: key })
      .some(it => it.queryHash === queryHash)
  let again = false
  for (const { event, topic } of missed)
    for (const applier of appliers) if (applier(copy, event, me, topic).some(isMeant)) again = true
  const data = copy.getQueryData(queryKey)
  copy.clear()
  return data === undefined ? { data: state.data, again: true } : { data, again }
}
