import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { MapZone } from '@muster/contract/zone-lists.ts'
import type { ListedZone, MyZone, Zone } from '@muster/contract/zones.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { changeOwnZone, ownZonesKeys } from '../../lib/session/own-zones.ts'
import { mapRows, patchPages, removeRows } from '../../live/patch-pages.ts'
import { patchQuery, patchRows } from '../../live/patch-query.ts'

type Occupied = Pick<ListedZone, 'id' | 'currentOccupancy' | 'parts' | 'unseenOccupancy'>

export function applyZones(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'zone.created':
    case 'zone.changed':
    case 'zone.suspended':
      return [orpc.zones.key()]
    case 'zone.removed':
      forgetZone(client, event.zoneId)
      return [
        ...ownZonesKeys(),
        orpc.zones.counts.key(),
        ...patchPages<ListedZone, unknown>(client, orpc.zones.all.key(), list =>
          removeRows(list, zone => zone.id === event.zoneId),
        ),
        ...patchMaps(client, zones => zones.filter(({ id }) => id !== event.zoneId)),
      ]
    case 'membership.added':
    case 'membership.accepted':
    case 'membership.changed':
      // The list of all zones counts the members.
      return event.userId === me ? ownZonesKeys() : [orpc.zones.all.key()]
    case 'membership.removed':
      if (event.userId !== me) return [orpc.zones.all.key()]
      forgetZone(client, event.zoneId)
      return ownZonesKeys()
    case 'entry.ended':
      return event.userId === me ? ownZonesKeys() : []
    case 'zone.occupancy': {
      const { currentOccupancy, parts } = event
      // The number of people not seen recently never exceeds the number inside.
      return patchZone(client, event.zoneId, zone => ({
        ...zone,
        currentOccupancy,
        parts,
        unseenOccupancy: Math.min(zone.unseenOccupancy, currentOccupancy),
      }))
    }
    case 'zone.unseen': {
      const { unseenOccupancy } = event
      return patchZone(client, event.zoneId, zone =>
        zone.unseenOccupancy === unseenOccupancy ? zone : { ...zone, unseenOccupancy },
      )
    }
    case 'user.changed':
      // A changed role may also change the visible zones and whether they require a PIN.
      return event.userId === me ? [orpc.zones.key()] : []
    default:
      return []
  }
}

function patchZone(
  client: QueryClient,
  zoneId: string,
  change: <Shown extends Occupied>(zone: Shown) => Shown,
): QueryKey[] {
  const updateIfSame = <Shown extends Occupied>(zone: Shown): Shown =>
    zone.id === zoneId ? change(zone) : zone
  return [
    ...patchQuery<{ zones: MyZone[]; total?: number | undefined }>(
      client,
      orpc.zones.mine.queryKey(),
      data => {
        const zones = patchRows(data.zones, updateIfSame)
        return zones === data.zones ? data : { ...data, zones }
      },
    ),
    ...patchPages<MyZone, unknown>(client, orpc.zones.available.key(), list => mapRows(list, updateIfSame)),
    ...patchPages<ListedZone, unknown>(client, orpc.zones.all.key(), list => mapRows(list, updateIfSame)),
    ...patchMaps(client, zones => patchRows(zones, updateIfSame)),
    ...patchQuery<Zone>(client, orpc.zones.get.queryKey({ input: { zoneId } }), updateIfSame),
  ]
}

/** Applies a change to the zones on each cached map. A map still loading is fetched again. */
function patchMaps(client: QueryClient, change: (zones: MapZone[]) => MapZone[]): QueryKey[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: orpc.zones.map.key() })
    .flatMap(({ queryKey }) =>
      patchQuery<{ zones: MapZone[]; more: boolean }>(client, queryKey, data => {
        const zones = change(data.zones)
        return zones === data.zones ? data : { ...data, zones }
      }),
    )
}

/** Removes a zone from the cache immediately, because it was deleted or the person was removed from it. */
function forgetZone(client: QueryClient, zoneId: string) {
  changeOwnZone(client, zoneId, () => undefined)
  client.removeQueries({ queryKey: orpc.zones.get.key({ input: { zoneId } }) })
}

export function zonesTopicKeys(topic: Topic, me: string): QueryKey[] {
  if (topic.kind === 'admin' || topic.kind === 'zone') return [orpc.zones.key()]
  return topic.kind === 'user' && topic.id === me ? [orpc.zones.key()] : []
}
