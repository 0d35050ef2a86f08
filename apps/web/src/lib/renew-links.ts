import { limits } from '@muster/domain/limits.ts'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Milliseconds between two renewals of one answer: a link that was just made lives at least this long. */
const everyMs = limits.signedLinkMs / 2

const renewedAt = new WeakMap<Query, number>()

/**
 * For a picture that did not load: asks again for the answers on the screen that hold its link, which brings fresh links for everything
 * in them. Each is asked at most once in the time a link lives, so that a picture which is gone does not ask again and again.
 */
export async function renewLinks(client: QueryClient, url: string): Promise<void> {
  const queries = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => holds(state.data, url) })
    .filter(query => Date.now() - (renewedAt.get(query) ?? Number.NEGATIVE_INFINITY) >= everyMs)
  for (const query of queries) renewedAt.set(query, Date.now())
  await Promise.all(
    queries.map(({ queryKey }) => client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })),
  )
}

/** Whether an answer has this text anywhere in it. */
function holds(data: unknown, text: string): boolean {
  if (typeof data !== 'object' || data === null) return data === text
  return Object.values(data).some(value => holds(value, text))
}
