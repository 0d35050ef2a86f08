import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../lib/api.ts'
import { useSelectedZone } from '../../../lib/session/use-selected-zone.ts'
import { usePages } from '../../../lib/use-pages.ts'
import type { MapArea } from '../../../map/public.tsx'

/** Maximum number of other zones drawn for orientation. */
const maxZonesAround = 200

export type ZonesAround = {
  others: readonly MapArea[]
  near: LatLng | undefined
  editedZoneId: string | undefined
}

/**
 * Returns up to 200 other zones to show on the drawing map. They stay as they were when drawing began, because a map that changes
 * meanwhile causes mistakes. `near`: the centre of the selected or first zone, where the map for a new zone starts; undefined if
 * there is no zone yet. `editedZoneId`: the zone being redrawn.
 */
export function useZonesAround(editedZoneId?: string): ZonesAround {
  const { zone, availableZones, isZoneBound } = useSelectedZone()
  const [otherZones] = useState(() =>
    availableZones
      .filter(({ id }) => id !== editedZoneId)
      .slice(0, maxZonesAround)
      .map(({ id, name, shape }) => ({ id, name, shape })),
  )
  const [ownCenter] = useState(() => (zone ?? availableZones[0])?.center)
  // If the person has no zones, the map is centred on the first of all zones.
  const { rows } = usePages(
    orpc.zones.all,
    {},
    { enabled: !isZoneBound && !ownCenter && editedZoneId === undefined },
  )
  const zoneId = ownCenter ? undefined : rows?.[0]?.id
  const firstZoneQuery = useQuery(orpc.zones.get.queryOptions({ input: zoneId ? { zoneId } : skipToken }))
  return { others: otherZones, near: ownCenter ?? firstZoneQuery.data?.center, editedZoneId }
}
