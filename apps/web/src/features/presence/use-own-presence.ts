import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** From the shared query for all zones or, if that is at its limit and lacks the zone, fetched separately. */
export function useOwnPresence(zoneId: string) {
  const allZonesQuery = useQuery(orpc.presence.mine.queryOptions())
  const isFull = allZonesQuery.data !== undefined && allZonesQuery.data.zones.length >= limits.myZonesMost
  const isBeyondLimit = isFull && !allZonesQuery.data?.zones.some(zone => zone.zoneId === zoneId)
  const singleZoneQuery = useQuery({
    ...orpc.presence.mine.queryOptions({ input: { zoneId } }),
    enabled: isBeyondLimit,
  })
  return isBeyondLimit ? singleZoneQuery : allZonesQuery
}
