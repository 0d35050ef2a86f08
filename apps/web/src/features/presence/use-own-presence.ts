import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/**
 * Returns the user's presence from the shared query for all zones. If that query is at its limit and lacks the zone, the presence
 * is fetched separately.
 */
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
