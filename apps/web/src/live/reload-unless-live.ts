import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { connectionStore } from '../lib/connection-store.ts'

/**
 * After a write: while the feed is live its event changes the screen, for the one who wrote as for everybody else. Only
 * without it these queries are asked again.
 */
export function reloadUnlessLive(client: QueryClient, ...keys: readonly QueryKey[]): void {
  if (connectionStore.get().state === 'live') return
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}
