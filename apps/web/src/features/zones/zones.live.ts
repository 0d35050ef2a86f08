import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** What an event changes in the cached zones. Answers with the queries that must be asked again. */
export function applyZones(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'zone.created':
    case 'zone.changed':
    case 'zone.suspended':
      return [orpc.zones.key()]
    case 'zone.removed':
      forget(client, event.zoneId)
      client.setQueryData(
        orpc.zones.all.queryKey(),
        old => old && { zones: old.zones.filter(zone => zone.id !== event.zoneId) },
      )
      return [orpc.zones.mine.key(), orpc.zones.all.key()]
    case 'membership.added':
    case 'membership.changed':
      return event.userId === me ? [orpc.zones.mine.key()] : []
    case 'membership.removed':
      if (event.userId !== me) return []
      forget(client, event.zoneId)
      return [orpc.zones.mine.key(), orpc.zones.all.key()]
    case 'entry.ended':
      return event.userId === me ? [orpc.zones.mine.key()] : []
    case 'presence.changed':
      // The occupancy of the zone.
      return [orpc.zones.key()]
    case 'user.changed':
      // The role may be another one now, and with it which zones one sees and whether they ask for the PIN.
      return event.userId === me ? [orpc.zones.mine.key(), orpc.zones.all.key()] : []
    default:
      return []
  }
}

/** A zone that is gone, for everybody or for this person, leaves the lists at once. */
function forget(client: QueryClient, zoneId: string) {
  const isOther = (zone: { id: string }) => zone.id !== zoneId
  client.setQueryData(orpc.zones.mine.queryKey(), old => old && { zones: old.zones.filter(isOther) })
  client.removeQueries({ queryKey: orpc.zones.get.key({ input: { zoneId } }) })
}

/** The zones a topic keeps up to date. */
export function zonesTopicKeys(topic: Topic, me: string): QueryKey[] {
  if (topic.kind === 'admin' || topic.kind === 'zone') return [orpc.zones.key()]
  return topic.kind === 'user' && topic.id === me ? [orpc.zones.mine.key(), orpc.zones.all.key()] : []
}
