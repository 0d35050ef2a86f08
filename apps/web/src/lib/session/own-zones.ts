import type { MyZone } from '@muster/contract/zones.ts'
import type { QueryClient } from '@tanstack/react-query'
import { orpc } from '../api.ts'
import { patchAnswer } from '../patch-answer.ts'
import type { Pages } from '../use-pages.ts'

/**
 * Names of the person's zones by id, as last read, without zones they left themselves. Kept outside the query cache, because the
 * notice of a removal needs the name even if a response without the zone arrives before the event.
 */
export const zoneNamesById = new Map<string, string>()

/** Query keys of the person's own zones: the first response, and further pages. */
export const ownZonesKeys = () => [orpc.zones.mine.key(), orpc.zones.available.key()]

/** Changes the zone everywhere in the cache. Pending requests are repeated, because their responses may predate the change. */
export function changeOwnZone(
  client: QueryClient,
  zoneId: string,
  change: (zone: MyZone) => MyZone | undefined,
) {
  const applyChange = (zones: readonly MyZone[]) =>
    zones.flatMap(zone => {
      if (zone.id !== zoneId) return zone
      const next = change(zone)
      if (!next) zoneNamesById.delete(zoneId)
      return next ?? []
    })
  patchAnswer<{ zones: MyZone[] }>(client, orpc.zones.mine.queryKey(), old => ({
    ...old,
    zones: applyChange(old.zones),
  }))
  for (const [queryKey] of client.getQueriesData({ queryKey: orpc.zones.available.key() }))
    patchAnswer<Pages<MyZone>>(client, queryKey, old => ({
      ...old,
      pages: old.pages.map(page => ({ ...page, rows: applyChange(page.rows) })),
    }))
  for (const queryKey of ownZonesKeys())
    void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'fetching' })
}

/** Finds one of the person's zones in the cached pages of available zones. */
export function findOwnZone(client: QueryClient, zoneId: string): MyZone | undefined {
  const cachedLists = client.getQueriesData<Pages<MyZone>>({ queryKey: orpc.zones.available.key() })
  const cachedZones = cachedLists.flatMap(([, list]) => list?.pages.flatMap(page => page.rows) ?? [])
  return cachedZones.find(({ id }) => id === zoneId)
}
