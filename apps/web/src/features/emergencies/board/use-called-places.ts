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

/** Members have the shapes of all their zones, and the points of those that they have entered; administrators read both. */
export function useCalledPlaces({ id, zones }: Pick<EmergencyDetail, 'id' | 'zones'>): {
  areas: readonly MapArea[]
  /** The number of zones that are left out, or could not be read. */
  left: number
  /** True if the assembly points of a zone could not be read. */
  lacksPoints: boolean
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
    return [...ownAreas, ...readShapes.areas, ...points.areas]
  }, [ownKey, availableZones, readShapes, points])
  return { areas, left: zones.length - shown.length + readShapes.failed, lacksPoints: points.failed > 0 }
}

type Read<Data> = { readonly data: Data | undefined; readonly isError: boolean }
type Areas = { areas: MapArea[]; failed: number }

const countFailed = (reads: readonly Read<unknown>[]) => reads.filter(it => it.isError && !it.data).length

const toAreas = (reads: readonly Read<{ id: string; name: string; shape: ZoneShape }>[]): Areas => ({
  areas: reads.flatMap(({ data }) => (data ? [{ id: data.id, name: data.name, shape: data.shape }] : [])),
  failed: countFailed(reads),
})

const toPointAreas = (
  reads: readonly Read<{ points: readonly (LatLng & { name: string; radiusMeters: number })[] }>[],
): Areas => ({
  areas: reads.flatMap(({ data }, index) =>
    (data?.points ?? []).map((point, position) => ({
      id: `point ${index} ${position}`,
      name: point.name,
      shape: toCircle(point),
      state: 'zone_open',
    })),
  ),
  failed: countFailed(reads),
})
