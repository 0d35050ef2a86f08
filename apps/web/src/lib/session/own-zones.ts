import type { MyZone } from '@muster/contract/zones.ts'
import type { QueryClient } from '@tanstack/react-query'
import { orpc } from '../api.ts'
import type { Pages } from '../use-pages.ts'

/** The queries that hold one's own zones: the first answer, and the pages where there are more. */
export const ownZonesKeys = () => [orpc.zones.mine.key(), orpc.zones.available.key()]

/** Changes one of one's own zones wherever the cache holds it; undefined takes it away. */
export function changeOwnZone(
  client: QueryClient,
  zoneId: string,
  change: (zone: MyZone) => MyZone | undefined,
) {
  const changed = (zones: readonly MyZone[]) =>
    zones.flatMap(zone => (zone.id === zoneId ? (change(zone) ?? []) : zone))
  client.setQueryData(orpc.zones.mine.queryKey(), old => old && { ...old, zones: changed(old.zones) })
  client.setQueriesData<Pages<MyZone>>(
    { queryKey: orpc.zones.available.key() },
    old => old && { ...old, pages: old.pages.map(page => ({ ...page, rows: changed(page.rows) })) },
  )
}

/** The zone as any list in the cache has it. */
export function ownZoneIn(client: QueryClient, zoneId: string): MyZone | undefined {
  const lists = client.getQueriesData<Pages<MyZone>>({ queryKey: orpc.zones.available.key() })
  const rows = lists.flatMap(([, list]) => list?.pages.flatMap(page => page.rows) ?? [])
  return rows.find(({ id }) => id === zoneId)
}
