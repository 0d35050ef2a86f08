import type { MyZone } from '@muster/contract/zones.ts'
import type { QueryClient } from '@tanstack/react-query'
import { orpc } from '../api.ts'
import { patchAnswer } from '../patch-answer.ts'
import type { Pages } from '../use-pages.ts'

/**
 * Names of own zones as they were read, by id, but for those the person has left by themselves: an answer without a zone may come
 * before the event that takes it away.
 */
export const zoneNames = new Map<string, string>()

/** The queries that hold one's own zones: the first answer, and the pages where there are more. */
export const ownZonesKeys = () => [orpc.zones.mine.key(), orpc.zones.available.key()]

/**
 * Changes one of one's own zones wherever the cache holds it; undefined takes it away. An answer that is still on its way was read
 * before the change, and would undo it: it is asked for again.
 */
export function changeOwnZone(
  client: QueryClient,
  zoneId: string,
  change: (zone: MyZone) => MyZone | undefined,
) {
  const changed = (zones: readonly MyZone[]) =>
    zones.flatMap(zone => {
      if (zone.id !== zoneId) return zone
      const next = change(zone)
      if (!next) zoneNames.delete(zoneId)
      return next ?? []
    })
  patchAnswer<{ zones: MyZone[] }>(client, orpc.zones.mine.queryKey(), old => ({
    ...old,
    zones: changed(old.zones),
  }))
  for (const [queryKey] of client.getQueriesData({ queryKey: orpc.zones.available.key() }))
    patchAnswer<Pages<MyZone>>(client, queryKey, old => ({
      ...old,
      pages: old.pages.map(page => ({ ...page, rows: changed(page.rows) })),
    }))
  for (const queryKey of ownZonesKeys())
    void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'fetching' })
}

/** The zone as any list in the cache has it. */
export function ownZoneIn(client: QueryClient, zoneId: string): MyZone | undefined {
  const lists = client.getQueriesData<Pages<MyZone>>({ queryKey: orpc.zones.available.key() })
  const rows = lists.flatMap(([, list]) => list?.pages.flatMap(page => page.rows) ?? [])
  return rows.find(({ id }) => id === zoneId)
}
