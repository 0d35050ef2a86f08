import { limits } from '@muster/domain/limits.ts'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Milliseconds between two renewals of one answer: a link that was just made lives at least this long. */
const everyMs = limits.signedLinkMs / 2

const renewals = new WeakMap<Query, { at: number; done: Promise<void> }>()

/**
 * For a picture that did not load: asks again for the answers on the screen that hold its link, which brings fresh links for everything
 * in them. Each is asked at most once in the time a link lives, so that pictures of one list share a renewal, and one that is gone does
 * not ask again and again.
 */
export async function renewLinks(client: QueryClient, url: string): Promise<void> {
  const queries = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => holds(state.data, url) })
  await Promise.all(queries.map(query => renew(client, query)))
}

function renew(client: QueryClient, query: Query): Promise<void> {
  const last = renewals.get(query)
  if (last && Date.now() - last.at < everyMs) return last.done
  const done = client.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
  renewals.set(query, { at: Date.now(), done })
  return done
}

/** Whether an answer has this text anywhere in it. */
function holds(data: unknown, text: string): boolean {
  if (typeof data !== 'object' || data === null) return data === text
  return Object.values(data).some(value => holds(value, text))
}
