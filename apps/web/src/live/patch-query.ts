import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { patchAnswer } from '../lib/patch-answer.ts'

/**
 * Patches one answer of the cache. Answers with the queries to ask again: none when it was there and `change` knew all it
 * needed. Not there yet, it may be on its way with an answer from before the event. `change` answers with the same object
 * where nothing is new, and with undefined where the event alone does not tell.
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

/** The list with some of its rows changed; the same list where none is. */
export function patchRows<Row>(rows: readonly Row[], change: (row: Row) => Row): Row[] {
  const next = rows.map(change)
  return next.some((row, place) => row !== rows[place]) ? next : (rows as Row[])
}
