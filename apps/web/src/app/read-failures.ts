import type { QueryClient } from '@tanstack/react-query'
import { orpc } from '../lib/api.ts'
import { hasCode, isMalformed, isUnreachable } from '../lib/error-text.ts'
import type { ReadQuery } from '../lib/query-client.ts'
import { notifyReadFailure } from '../ui/toast/notify-failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * The error messages of a failed read. The first is the text of the toast, the others are variants shown elsewhere on
       * the page. A query without them shows no toast.
       */
      failedTexts?: readonly [string, ...string[]]
      /** A query that is dear: for what events do not tell it is asked again this often at most, in milliseconds. */
      askedEveryMs?: number
    }
  }
}

/** Reads whose failure also has a toast where their place is out of sight. Every other read says it at its own place alone, with Retry. */
const texts = [
  [orpc.auth.me.key(), ['Failed to load profile']],
  [
    orpc.zones.mine.key(),
    ['Failed to load zones', 'Failed to load your assigned zones', 'Failed to load dashboard data'],
  ],
  [orpc.zones.available.key(), ['Failed to load zones']],
  [orpc.zones.all.key(), ['Failed to load zones']],
  [orpc.zones.counts.key(), ['Failed to load dashboard statistics', 'Failed to load zones']],
  [orpc.zones.get.key(), ['Failed to load zone details', 'Failed to load zone coordinates']],
  [orpc.zones.shape.key(), ['Failed to load zone coordinates']],
  [orpc.zones.shapes.key(), ['Failed to load zone coordinates']],
  [orpc.presence.mine.key(), ['Failed to load presence tracking data']],
  [orpc.presence.panel.key(), ['Failed to load presence tracking data']],
  [orpc.presence.inside.key(), ['Failed to load presence tracking data']],
  [orpc.presence.visitsOf.key(), ['Failed to load presence history']],
  [orpc.users.inZone.key(), ['Failed to load zone users']],
  [orpc.users.detail.key(), ['Failed to load user information']],
  [orpc.accounts.list.key(), ['Failed to load users']],
  [orpc.accounts.count.key(), ['Failed to load dashboard statistics', 'Failed to load users']],
  [orpc.accounts.detail.key(), ['Failed to load user information', 'Failed to load user zone assignments']],
] as const

/** Gives every read its text; a query with a `meta` of its own keeps that. */
export function nameReads(client: QueryClient) {
  for (const [queryKey, failedTexts] of texts) client.setQueryDefaults(queryKey, { meta: { failedTexts } })
}

/** Refusals that have a screen of their own: signed out, PIN asked, not allowed, not there, an address that names nothing. */
const refusals = [
  'UNAUTHORIZED',
  'TWO_STEP_REQUIRED',
  'ZONE_ENTRY_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'NOT_ASSIGNED',
  'USER_NOT_FOUND',
  'ZONE_NOT_FOUND',
] as const

/**
 * The toast of a failed read, only where the place that says it with Retry is out of sight: once an outage, so not again
 * until that query succeeded. None for refusals with a screen of their own.
 */
export function createReadFailures() {
  const failed = new Set<string>()
  return {
    onRead(query: Pick<ReadQuery, 'queryHash'>) {
      failed.delete(query.queryHash)
    },
    onReadFailed(error: unknown, { queryHash, meta, state }: ReadQuery) {
      if (hasCode(error, ...refusals) || isMalformed(error)) return
      // The page says that it is not on this device yet.
      if (!navigator.onLine && isUnreachable(error)) return
      // A further page of a list: the end of the list says so, and the list stands.
      if (state.fetchMeta?.fetchMore) return
      const words = meta?.failedTexts
      if (!words || failed.has(queryHash)) return
      failed.add(queryHash)
      notifyReadFailure(words)
    },
  }
}
