import type { QueryClient } from '@tanstack/react-query'
import { orpc } from '../lib/api.ts'
import { hasCode, isMalformed } from '../lib/error-text.ts'
import type { ReadQuery } from '../lib/query-client.ts'
import { notify } from '../ui/toast/notify.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the toast says when reading failed. A query without it fails in silence. */
      failedText?: string
      /** A query that is dear: for what events do not tell it is asked again this often at most, in milliseconds. */
      askedEveryMs?: number
    }
  }
}

/** Those of the specification. Every other read is answered for by its own place on the page alone, with Retry. */
const texts = [
  [orpc.auth.me.key(), 'Failed to load profile'],
  [orpc.zones.mine.key(), 'Failed to load zones'],
  [orpc.zones.all.key(), 'Failed to load zones'],
  [orpc.zones.counts.key(), 'Failed to load dashboard statistics'],
  [orpc.zones.get.key(), 'Failed to load zone details'],
  [orpc.presence.mine.key(), 'Failed to load presence tracking data'],
  [orpc.presence.panel.key(), 'Failed to load presence tracking data'],
  [orpc.presence.inside.key(), 'Failed to load presence tracking data'],
  [orpc.users.inZone.key(), 'Failed to load zone users'],
] as const

/** Gives every read its text; a query with a `meta` of its own keeps that. */
export function nameReads(client: QueryClient) {
  for (const [queryKey, failedText] of texts) client.setQueryDefaults(queryKey, { meta: { failedText } })
}

/** Refusals that have a screen of their own: signed out, PIN asked, not allowed, not there, an address that names nothing. */
const refusals = [
  'UNAUTHORIZED',
  'TWO_STEP_REQUIRED',
  'ZONE_ENTRY_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'ZONE_NOT_FOUND',
] as const

/**
 * The toast of a failed read, beside the error state on the page: once an outage, so not again until that query
 * succeeded. None for refusals with a screen of their own.
 */
export function createReadFailures() {
  const failed = new Set<string>()
  return {
    onRead(query: Pick<ReadQuery, 'queryHash'>) {
      failed.delete(query.queryHash)
    },
    onReadFailed(error: unknown, { queryHash, meta, state }: ReadQuery) {
      if (hasCode(error, ...refusals) || isMalformed(error)) return
      // A further page of a list: the end of the list says so, and the list stands.
      if (state.fetchMeta?.fetchMore) return
      if (!meta?.failedText || failed.has(queryHash)) return
      failed.add(queryHash)
      // The error state on the page interrupts already.
      notify.error(meta.failedText, undefined, { polite: true })
    },
  }
}
