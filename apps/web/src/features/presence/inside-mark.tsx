import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'

/**
 * Marks a zone that the signed-in person stands in, in a choice of zones; nothing for all others. It reads the one answer for all
 * zones only: a long list must not ask for each zone beyond that answer.
 */
export function InsideMark({ zoneId }: { zoneId: string }) {
  const { data } = useQuery(orpc.presence.mine.queryOptions())
  const presence = data?.zones.find(zone => zone.zoneId === zoneId)
  if (presence?.presence !== 'inside') return null
  return <PresenceBadge presence="inside" lastSeen={presence.lastSeen} />
}
