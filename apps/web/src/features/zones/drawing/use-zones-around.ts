import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../lib/api.ts'
import { useSelectedZone } from '../../../lib/session/use-selected-zone.ts'
import { byCursor, usePages } from '../../../lib/use-pages.ts'
import type { MapArea } from '../../../map/public.tsx'

/** Maximum number of other zones drawn for orientation. */
const mostAround = 200

export type ZonesAround = { others: readonly MapArea[]; near: LatLng | undefined }

/**
 * Returns the other zones on the drawing map, as they were at the start: a map that changes during drawing causes mistakes. `near`:
 * the initial centre for a new zone; undefined if there is no zone yet. `edited`: the zone being redrawn.
 */
export function useZonesAround(edited?: string): ZonesAround {
  const { zone, availableZones, isZoneBound } = useSelectedZone()
  const [others] = useState(() =>
    availableZones
      .filter(({ id }) => id !== edited)
      .slice(0, mostAround)
      .map(({ id, name, shape }) => ({ id, name, shape })),
  )
  const [own] = useState(() => (zone ?? availableZones[0])?.center)
  // For a person without zones, the map starts at the first of all zones.
  const { rows } = usePages(
    orpc.zones.all.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...byCursor,
      enabled: !isZoneBound && !own && edited === undefined,
    }),
  )
  const zoneId = own ? undefined : rows?.[0]?.id
  const firstZone = useQuery(orpc.zones.get.queryOptions({ input: zoneId ? { zoneId } : skipToken }))
  return { others, near: own ?? firstZone.data?.center }
}
