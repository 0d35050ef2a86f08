import { limits } from '@muster/domain/limits.ts'
import type { Query, QueryClient } from '@tanstack/react-query'

/** Minimum milliseconds between two renewals of one query; a new link is valid for at least this long. */
const minIntervalMs = limits.signedLinkMs / 2

const renewalsByQuery = new WeakMap<Query, { at: number; done: Promise<void> }>()

/**
 * Refetches the active queries that contain the link to a picture that failed to load, which brings fresh links for everything in
 * them. Each query is refetched at most once per `minIntervalMs`, so that the pictures in one list share a renewal and a deleted
 * picture does not cause a loop.
 */
export async function renewLinks(client: QueryClient, url: string): Promise<void> {
  const queries = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => containsText(state.data, url) })
  await Promise.all(queries.map(query => renew(client, query)))
}

function renew(client: QueryClient, query: Query): Promise<void> {
  const lastRenewal = renewalsByQuery.get(query)
  if (lastRenewal && Date.now() - lastRenewal.at < minIntervalMs) return lastRenewal.done
  const renewal = client.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
  renewalsByQuery.set(query, { at: Date.now(), done: renewal })
  return renewal
}

/** True if the data contains this text at any depth. */
function containsText(data: unknown, text: string): boolean {
  if (typeof data !== 'object' || data === null) return data === text
  return Object.values(data).some(value => containsText(value, text))
}
