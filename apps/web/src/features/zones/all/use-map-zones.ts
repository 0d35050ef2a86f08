import type { MapZone } from '@muster/contract/zone-lists.ts'
import { type Bounds, boundsContain, joinBounds } from '@muster/domain/geo/bounds.ts'
import { shapeBounds } from '@muster/domain/geo/shape-bounds.ts'
import { limits } from '@muster/domain/limits.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../../lib/api.ts'
import { useSelectedZone } from '../../../lib/session/use-selected-zone.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import type { MapArea } from '../../../map/public.tsx'
import { filterZones, type ZonesSearch } from '../filter-zones.ts'
import { toZoneState } from './zone-state.ts'

const noZones: readonly MapZone[] = []
const noAreas: readonly MapArea[] = []
/** Maximum zones of which each follows the feed. */
export const maxFollowed = 60
/** Milliseconds after which the occupancy of more zones than that is read again. */
const refreshMs = 60_000

/** Returns the filtered zones for the map: all of them for internal admins, otherwise one's own. */
export function useMapZones({ q, status, organisation }: ZonesSearch) {
  const { profile } = useMe()
  const seesAll = isInternalAdmin(profile.role)
  const own = useSelectedZone()
  const search = useDebouncedText(q)
  const query = useQuery({
    ...orpc.zones.map.queryOptions({ input: { search, status, organisationId: organisation } }),
    enabled: seesAll,
    refetchInterval: ({ state }) => (state.data?.zones.length ?? 0) > maxFollowed && refreshMs,
    placeholderData: keepPreviousData,
  })
  const ownZones = useMemo(
    () => filterZones(own.availableZones, { q, status }).filter(({ invited }) => !invited),
    [own.availableZones, q, status],
  )
  const ownBounds = useMemo(
    () => (ownZones.length > 0 ? joinBounds(ownZones.map(({ shape }) => shapeBounds(shape))) : null),
    [ownZones],
  )
  const allZones = query.data?.zones ?? noZones
  if (seesAll)
    return {
      bounds: query.data?.bounds,
      zones: allZones,
      more: query.data?.more ?? false,
      isPending: query.isPending,
      failed: query.isError,
      error: query.error,
      retry: () => void query.refetch(),
      retrying: query.isFetching,
    }
  return {
    bounds: ownBounds,
    zones: ownZones as readonly MapZone[],
    more: own.total !== undefined && own.total > own.availableZones.length,
    isPending: own.status === 'loading',
    failed: own.status === 'failed',
    error: own.error,
    retry: own.retry,
    retrying: false,
  }
}

/** Returns the zones in view and, if they are few enough, their shapes in the colours of their states. */
export function useZonesInView(zones: readonly MapZone[], view: Bounds | undefined) {
  const inView = useMemo(
    () => (view ? zones.filter(({ center }) => boundsContain(view, center)) : zones),
    [zones, view],
  )
  const isClose = inView.length > 0 && inView.length <= limits.zoneShapesAtOnceMost
  const missingIds = useMemo(
    () => (isClose ? inView.flatMap(zone => ('shape' in zone ? [] : [zone.id])).toSorted() : []),
    [inView, isClose],
  )
  const { data, isError } = useQuery({
    ...orpc.zones.mapShapes.queryOptions({
      input: missingIds.length > 0 ? { zoneIds: missingIds } : skipToken,
    }),
    placeholderData: keepPreviousData,
  })
  const areas = useMemo(() => {
    if (!isClose) return noAreas
    const shapes = new Map(data?.shapes.map(({ id, shape }) => [id, shape]))
    return inView.flatMap((zone): MapArea[] => {
      const shape = 'shape' in zone ? (zone.shape as MapArea['shape']) : shapes.get(zone.id)
      return shape ? [{ id: zone.id, name: zone.name, shape, state: toZoneState(zone) }] : []
    })
  }, [inView, isClose, data])
  return { inView, areas, shapesFailed: isError && isClose }
}
