import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import type { ZoneShape } from '@muster/domain/geo/shape.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../../lib/api.ts'
import { useSelectedZone } from '../../../lib/session/use-selected-zone.ts'
import type { MapArea } from '../../../map/public.tsx'
import { toCircle } from '../point-circle.ts'

/** Maximum zones that are drawn, those with most people to look for first. */
const maxZones = 30

/**
 * Returns the zones of an emergency and their assembly points as areas of a map. Members have the shapes of all their zones, and the
 * points of those that they have entered; administrators read both.
 */
export function useCalledPlaces({ id, zones }: Pick<EmergencyDetail, 'id' | 'zones'>): {
  areas: readonly MapArea[]
  /** The number of zones that are left out. */
  left: number
} {
  const { availableZones, isZoneBound } = useSelectedZone()
  const { data } = useQuery(orpc.emergencyBoard.places.queryOptions({ input: { emergencyId: id } }))
  const soughtByZone = new Map(data?.zones.map(it => [it.zoneId, it.help + it.missing]))
  const shown = [...zones]
    .sort((one, other) => (soughtByZone.get(other.id) ?? 0) - (soughtByZone.get(one.id) ?? 0))
    .slice(0, maxZones)
    // The same order while the numbers change.
    .sort((one, other) => one.id.localeCompare(other.id))
  const own = new Map(availableZones.map(it => [it.id, it]))
  const readShapes = useQueries({
    queries: shown
      .filter(it => !isZoneBound && !own.has(it.id))
      .map(zone => orpc.zones.get.queryOptions({ input: { zoneId: zone.id } })),
    combine: toAreas,
  })
  const points = useQueries({
    queries: shown
      .filter(it => !isZoneBound || own.get(it.id)?.entryExpiresAt)
      .map(zone => orpc.emergencies.points.queryOptions({ input: { zoneId: zone.id } })),
    combine: toPointAreas,
  })
  const ownIds = shown.filter(it => own.has(it.id)).map(it => it.id)
  const ownKey = ownIds.join(' ')
  const areas = useMemo(() => {
    const ids = new Set(ownKey.split(' '))
    const ownAreas = availableZones
      .filter(it => ids.has(it.id))
      .map((zone): MapArea => ({ id: zone.id, name: zone.name, shape: zone.shape }))
    return [...ownAreas, ...readShapes, ...points]
  }, [ownKey, availableZones, readShapes, points])
  return { areas, left: zones.length - shown.length }
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
