import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { FeedApplier, HeardEvent } from './appliers.ts'

/** An answer with the events put to it that came while it was under way; `again`: those do not tell all. */
type Replayed = { readonly data: unknown; readonly again: boolean }

/**
 * Puts the events that came while an answer was under way to it, beside a copy of the cache: the appliers know what is newer, so
 * that it does not matter which of them the answer knew of already. Asking once more instead would never end under steady events.
 */
export function replayMissed(
  client: QueryClient,
  { queryKey, queryHash, state }: Query,
  missed: readonly HeardEvent[],
  appliers: readonly FeedApplier[],
  me: string,
): Replayed {
  const copy = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  // All of it: a row that one list lacks is taken from another.
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
