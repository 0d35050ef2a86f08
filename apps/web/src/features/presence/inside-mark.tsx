import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'

/** Uses only the shared query for all zones, so that a long list does not send a request for each zone missing from it. */
export function InsideMark({ zoneId }: { zoneId: string }) {
  const { data } = useQuery(orpc.presence.mine.queryOptions())
  const presence = data?.zones.find(zone => zone.zoneId === zoneId)
  if (presence?.presence !== 'inside') return null
  return <PresenceBadge presence="inside" lastSeen={presence.lastSeen} />
}
