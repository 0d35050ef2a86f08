import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { connectionStore } from '../lib/connection-store.ts'

/** Otherwise the feed's event updates the screen, for the author as for everybody else. */
export function reloadUnlessLive(client: QueryClient, ...keys: readonly QueryKey[]): void {
  if (connectionStore.get().state === 'live') return
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}
