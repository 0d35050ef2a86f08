import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../../../lib/api.ts'
import type { MapArea } from '../../../map/public.tsx'
import type { ZonesAround } from './use-zones-around.ts'

/** Rounds to about a kilometre, so that a drawing asks once for its surroundings. */
const roundDegrees = (degrees: number) => Math.round(degrees * 100) / 100

/**
 * Returns the zones around a drawing: those of `around`, and up to 100 near the given position that the person may see. They are read
 * once per place, because a map that changes while somebody draws causes mistakes. `placeSearch`: whether places can be searched for;
 * undefined while unknown. `failure`: set if the zones nearby did not load, so that nobody takes that for none.
 */
export function useNeighbours({ others, editedZoneId }: ZonesAround, at: LatLng | undefined) {
  const { data, isError, error, isFetching, refetch } = useQuery({
    ...orpc.zones.near.queryOptions({
      input: at ? { lat: roundDegrees(at.lat), lng: roundDegrees(at.lng) } : skipToken,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const neighbours = useMemo((): readonly MapArea[] => {
    const nearZones = data?.zones.filter(({ id }) => id !== editedZoneId) ?? []
    return [...new Map([...others, ...nearZones].map(area => [area.id, area])).values()]
  }, [others, data, editedZoneId])
  const failure = isError ? { error, retry: () => void refetch(), isRetrying: isFetching } : undefined
  return { neighbours, placeSearch: data?.placeSearch, failure }
}
