import { PresenceBadge } from '../../ui/badges/presence-badge.tsx'
import { useOwnPresence } from './my-zone-presence.tsx'

/** Marks a zone that the signed-in person stands in, in a choice of zones; nothing for all others. */
export function InsideMark({ zoneId }: { zoneId: string }) {
  const { data } = useOwnPresence(zoneId)
  const presence = data?.zones.find(zone => zone.zoneId === zoneId)
  if (presence?.presence !== 'inside') return null
  return <PresenceBadge presence="inside" lastSeen={presence.lastSeen} />
}
