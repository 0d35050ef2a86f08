import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { patchAnswer } from '../lib/patch-answer.ts'

/**
 * Patches one cached response. Returns the queries to refetch: none if the response was loaded and `change` had all it needed. A
 * response that is not loaded is refetched, because a pending response may predate the event. `change` returns the same object if
 * nothing is new, and undefined if the event alone is not enough.
 */
export function patchQuery<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data | undefined,
): QueryKey[] {
  const data = client.getQueryData<Data>(queryKey)
  if (data === undefined) return [queryKey]
  const next = change(data)
  if (next === undefined) return [queryKey]
  patchAnswer(client, queryKey, () => next)
  return []
}

/** Returns the rows with some changed, or the same array if none changed. */
export function patchRows<Row>(rows: readonly Row[], change: (row: Row) => Row): Row[] {
  const next = rows.map(change)
  return next.some((row, index) => row !== rows[index]) ? next : (rows as Row[])
}
