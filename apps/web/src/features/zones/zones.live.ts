import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { ListedZone, MyZone, Zone } from '@muster/contract/zones.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { changeOwnZone, ownZonesKeys } from '../../lib/session/own-zones.ts'
import { patchPages, withoutRows, withRows } from '../../live/patch-pages.ts'
import { patchQuery, patchRows } from '../../live/patch-query.ts'

/** What an event changes in the cached zones. Answers with the queries that must be asked again. */
export function applyZones(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'zone.created':
    case 'zone.changed':
    case 'zone.suspended':
      return [orpc.zones.key()]
    case 'zone.removed':
      forget(client, event.zoneId)
      return [
        ...ownZonesKeys(),
        orpc.zones.counts.key(),
        ...patchPages<ListedZone, unknown>(client, orpc.zones.all.key(), list =>
          withoutRows(list, zone => zone.id === event.zoneId),
        ),
      ]
    case 'membership.added':
    case 'membership.accepted':
    case 'membership.changed':
      return event.userId === me ? ownZonesKeys() : []
    case 'membership.removed':
      if (event.userId !== me) return []
      forget(client, event.zoneId)
      return ownZonesKeys()
    case 'entry.ended':
      return event.userId === me ? ownZonesKeys() : []
    case 'zone.occupancy': {
      const { currentOccupancy } = event
      // Nobody is unseen inside a zone that has fewer people.
      return patchZone(client, event.zoneId, zone =>
        zone.currentOccupancy === currentOccupancy
          ? zone
          : {
              ...zone,
              currentOccupancy,
              unseenOccupancy: Math.min(zone.unseenOccupancy, currentOccupancy),
            },
      )
    }
    case 'zone.unseen': {
      const { unseenOccupancy } = event
      return patchZone(client, event.zoneId, zone =>
        zone.unseenOccupancy === unseenOccupancy ? zone : { ...zone, unseenOccupancy },
      )
    }
    case 'user.changed':
      // The role may be another one now, and with it which zones one sees and whether they ask for the PIN.
      return event.userId === me ? [orpc.zones.key()] : []
    default:
      return []
  }
}

/** One zone with other figures, wherever it is shown. */
function patchZone(
  client: QueryClient,
  zoneId: string,
  change: <Shown extends ListedZone>(zone: Shown) => Shown,
): QueryKey[] {
  const count = <Shown extends ListedZone>(zone: Shown): Shown => (zone.id === zoneId ? change(zone) : zone)
  return [
    ...patchQuery<{ zones: MyZone[]; total?: number | undefined }>(
      client,
      orpc.zones.mine.queryKey(),
      data => {
        const zones = patchRows(data.zones, count)
        return zones === data.zones ? data : { ...data, zones }
      },
    ),
    ...patchPages<MyZone, unknown>(client, orpc.zones.available.key(), list => withRows(list, count)),
    ...patchPages<ListedZone, unknown>(client, orpc.zones.all.key(), list => withRows(list, count)),
    ...patchQuery<Zone>(client, orpc.zones.get.queryKey({ input: { zoneId } }), count),
  ]
}

/** A zone that is gone, for everybody or for this person, leaves the lists at once. */
function forget(client: QueryClient, zoneId: string) {
  changeOwnZone(client, zoneId, () => undefined)
  client.removeQueries({ queryKey: orpc.zones.get.key({ input: { zoneId } }) })
}

/** The zones a topic keeps up to date. */
export function zonesTopicKeys(topic: Topic, me: string): QueryKey[] {
  if (topic.kind === 'admin' || topic.kind === 'zone') return [orpc.zones.key()]
  return topic.kind === 'user' && topic.id === me ? [orpc.zones.key()] : []
}
