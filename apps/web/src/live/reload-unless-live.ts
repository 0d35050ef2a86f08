import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { connectionStore } from '../lib/connection-store.ts'

/** Refetches the queries after a write, unless the feed is live, whose event updates the screen of the author too. */
export function reloadUnlessLive(client: QueryClient, ...keys: readonly QueryKey[]): void {
  if (connectionStore.get().state === 'live') return
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}
