import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { boundsAround } from '@muster/domain/geo/bounds-around.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../../lib/api.ts'
import type { MapArea } from '../../../map/public.tsx'

/** Maximum zones whose shapes are read, those with most people to look for first. */
const maxZones = 30

/** Returns the zones of an emergency and their assembly points as areas of a map. */
export function useCalledPlaces({ id, zones }: Pick<EmergencyDetail, 'id' | 'zones'>): {
  areas: readonly MapArea[]
  /** Zones that are left out. */
  left: number
} {
  const { data } = useQuery(orpc.emergencyBoard.places.queryOptions({ input: { emergencyId: id } }))
  const soughtByZone = new Map(data?.zones.map(it => [it.zoneId, it.help + it.missing]))
  const shown = [...zones]
    .sort((one, other) => (soughtByZone.get(other.id) ?? 0) - (soughtByZone.get(one.id) ?? 0))
    .slice(0, maxZones)
    .sort((one, other) => one.id.localeCompare(other.id))
  const areas = useQueries({
    queries: shown.map(zone => orpc.zones.get.queryOptions({ input: { zoneId: zone.id } })),
    combine: toAreas,
  })
  const points = useQueries({
    queries: shown.map(zone => orpc.emergencies.points.queryOptions({ input: { zoneId: zone.id } })),
    combine: toPointAreas,
  })
  return { areas: useMemo(() => [...areas, ...points], [areas, points]), left: zones.length - shown.length }
}

type Read<Data> = { readonly data: Data | undefined }

const toAreas = (reads: readonly Read<{ id: string; name: string; shape: ZoneShape }>[]): MapArea[] =>
  reads.flatMap(({ data }) => (data ? [{ id: data.id, name: data.name, shape: data.shape }] : []))

const toPointAreas = (
  reads: readonly Read<{ points: readonly (LatLng & { name: string; radiusMeters: number })[] }>[],
): MapArea[] =>
  reads.flatMap(({ data }, index) =>
    (data?.points ?? []).map(point => ({
      id: `point ${index} ${point.name}`,
      name: point.name,
      shape: toCircle(point),
      state: 'zone_open',
    })),
  )

/** The circle of an assembly point, from its western to its eastern end. */
function toCircle({ lat, lng, radiusMeters }: LatLng & { radiusMeters: number }): ZoneShape {
  const { west, east } = boundsAround({ lat, lng }, radiusMeters)
  return { boundary: 'circle', start: { lat, lng: west }, end: { lat, lng: east } }
}
