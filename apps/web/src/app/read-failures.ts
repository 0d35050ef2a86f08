import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { orpc } from '../lib/api.ts'
import { hasCode, isMalformed, isUnreachable } from '../lib/error-text.ts'
import type { ReadQuery } from '../lib/query-client.ts'
import { notifyReadFailure } from '../ui/toast/notify-failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The first is the text of the toast, the others are variants used elsewhere on the page. A query without them shows no toast. */
      failedTexts?: readonly [string, ...string[]]
      /** Minimum interval between refetches of an expensive query after events that cannot patch it, in milliseconds. */
      refetchIntervalMs?: number
      /** Events change the data by a difference: a response that may already include one is refetched instead. */
      hasDeltas?: boolean
      /** The read is made on every page and shown on few, so that its age says nothing about the page. */
      isOffScreen?: boolean
    }
  }
}

/** Reads whose failure also shows a toast if the message on the page is out of sight. Others show it only on the page. */
const failureTexts = [
  [orpc.auth.me.key(), [t`Failed to load profile`]],
  [
    orpc.zones.mine.key(),
    [t`Failed to load zones`, t`Failed to load your assigned zones`, t`Failed to load dashboard data`],
  ],
  [orpc.zones.available.key(), [t`Failed to load zones`]],
  [orpc.zones.all.key(), [t`Failed to load zones`]],
  [orpc.zones.map.key(), [t`Failed to load zones`]],
  [orpc.zones.mapShapes.key(), [t`Failed to load zone coordinates`]],
  [orpc.zones.counts.key(), [t`Failed to load dashboard statistics`, t`Failed to load zones`]],
  [orpc.zones.get.key(), [t`Failed to load zone details`, t`Failed to load zone coordinates`]],
  [orpc.zones.shape.key(), [t`Failed to load zone coordinates`]],
  [orpc.zones.shapes.key(), [t`Failed to load zone coordinates`]],
  [orpc.presence.mine.key(), [t`Failed to load presence tracking data`]],
  [orpc.presence.panel.key(), [t`Failed to load presence tracking data`]],
  [orpc.presence.inside.key(), [t`Failed to load presence tracking data`]],
  [orpc.presence.visitsOf.key(), [t`Failed to load presence history`]],
  [orpc.users.inZone.key(), [t`Failed to load zone users`]],
  [orpc.users.detail.key(), [t`Failed to load user information`]],
  [orpc.accounts.list.key(), [t`Failed to load users`]],
  [orpc.accounts.count.key(), [t`Failed to load dashboard statistics`, t`Failed to load users`]],
  [orpc.accounts.detail.key(), [t`Failed to load user information`, t`Failed to load user zone assignments`]],
] as const

/** Assigns the texts to the queries; a query with its own `meta` keeps it. */
export function assignFailureTexts(client: QueryClient) {
  for (const [queryKey, failedTexts] of failureTexts)
    client.setQueryDefaults(queryKey, { meta: { failedTexts } })
}

/** Refusals with a screen of their own: signed out, PIN required, not allowed, not found. */
const handledErrorCodes = [
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
 * Creates the handlers that show a toast for a failed read if its message with Retry is out of sight. The toast is shown once per
 * outage: not again until that query has succeeded. Refusals with a screen of their own, invalid ids in the URL, an unreachable
 * server while offline and failures of a list's further pages show no toast.
 */
export function createReadFailures() {
  const failedQueries = new Set<string>()
  return {
    onRead(query: Pick<ReadQuery, 'queryHash'>) {
      failedQueries.delete(query.queryHash)
    },
    onReadFailed(error: unknown, { queryHash, meta, state }: ReadQuery) {
      if (hasCode(error, ...handledErrorCodes) || isMalformed(error)) return
      // The page already says that its data is not on this device yet.
      if (!navigator.onLine && isUnreachable(error)) return
      // If a further page of a list failed, the end of the list says so and the list stays.
      if (state.fetchMeta?.fetchMore) return
      const failedTexts = meta?.failedTexts
      if (!failedTexts || failedQueries.has(queryHash)) return
      failedQueries.add(queryHash)
      notifyReadFailure(failedTexts, error)
    },
  }
}
