import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import type { MyPresence, PresencePanel, Visit } from '@muster/contract/presence.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchAnswer } from '../../lib/patch-answer.ts'
import { patchQuery, patchRows } from '../../live/patch-query.ts'
import { applyInside, insideKey } from './inside.live.ts'
import { myPresenceAfterChange, myPresenceAfterSeen } from './my-presence-patch.ts'
import {
  applyReading,
  panelAfterChange,
  panelAfterCount,
  panelAfterProfile,
  panelAfterRole,
  panelAfterSeen,
  panelWithoutPerson,
} from './panel-patch.ts'

const visitsKey = (zoneId: string, userId?: string) =>
  orpc.presence.visitsOf.key({ input: { zoneId, ...(userId && { userId }) } })
/** Undefined if not cached. Refetched, because an event does not contain enough to patch them. */
const findVisitsToRefetch = (client: QueryClient, zoneId: string, userId: string): QueryKey[] => {
  const queryKey = visitsKey(zoneId, userId)
  return client.getQueryCache().findAll({ queryKey }).length > 0 ? [queryKey] : []
}
const listZoneKeys = (zoneId: string): QueryKey[] => [
  orpc.presence.panel.key({ input: { zoneId } }),
  insideKey(zoneId),
  visitsKey(zoneId),
]
const panelKey = (zoneId: string) => orpc.presence.panel.queryKey({ input: { zoneId } })

export function applyPresence(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  // The lists come first, because they need the panel as it was before the event.
  return [...applyInside(client, event, me), ...applyPanel(client, event, me)]
}

function applyPanel(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.changed':
      return [
        ...patchPanel(client, event.zoneId, panel => panelAfterChange(panel, event)),
        ...(event.userId === me
          ? patchOwnPresence(client, event.zoneId, mine => myPresenceAfterChange(mine, event))
          : []),
        ...findVisitsToRefetch(client, event.zoneId, event.userId),
      ]
    case 'presence.seen': {
      const ownReading = event.seen.find(({ userId }) => userId === me)
      return [
        ...(ownReading
          ? patchOwnPresence(client, event.zoneId, mine => myPresenceAfterSeen(mine, ownReading))
          : []),
        ...patchSeen(client, event),
      ]
    }
    case 'zone.occupancy':
      return patchPanel(client, event.zoneId, panel =>
        panelAfterCount(panel, {
          inside: event.currentOccupancy,
          ...(event.parts && { parts: event.parts }),
        }),
      )
    case 'zone.unseen':
      return patchPanel(client, event.zoneId, panel =>
        panelAfterCount(panel, { unseen: event.unseenOccupancy, unseenByBadge: event.unseenByBadge }),
      )
    case 'presence.amended':
      return [
        panelKey(event.zoneId),
        insideKey(event.zoneId),
        ...(event.userId === me ? [orpc.presence.mine.key()] : []),
        ...findVisitsToRefetch(client, event.zoneId, event.userId),
      ]
    case 'presence.consent':
      return event.was === 'unknown'
        ? []
        : [panelKey(event.zoneId), ...findVisitsToRefetch(client, event.zoneId, event.userId)]
    case 'user.changed':
      return patchPanels(client, panel => panelAfterProfile(panel, event))
    case 'membership.added':
      // A newly added member has no presence yet, so only the user's own presence is refetched.
      return event.userId === me ? [orpc.presence.mine.key()] : []
    case 'membership.changed':
      return patchPanel(client, event.zoneId, panel => panelAfterRole(panel, event))
    case 'membership.accepted':
      // Refetch the visits, because those of a returning member become visible again.
      return [
        panelKey(event.zoneId),
        ...findVisitsToRefetch(client, event.zoneId, event.userId),
        ...(event.userId === me ? [orpc.presence.mine.key()] : []),
      ]
    case 'membership.removed':
      if (event.userId === me) {
        // Drop data the person may no longer see.
        for (const queryKey of listZoneKeys(event.zoneId)) client.removeQueries({ queryKey })
        return [orpc.presence.mine.key()]
      }
      return patchPanel(client, event.zoneId, panel => panelWithoutPerson(panel, event))
    default:
      return []
  }
}

const patchPanel = (
  client: QueryClient,
  zoneId: string,
  change: (panel: PresencePanel) => PresencePanel | undefined,
) => patchQuery<PresencePanel>(client, panelKey(zoneId), change)

/** Only loaded queries: readings arrive every second, and a pending query would be refetched on each of them. */
function patchSeen(client: QueryClient, event: EventOf<'presence.seen'>): QueryKey[] {
  const { zoneId, seen } = event
  patchAnswer<PresencePanel>(client, panelKey(zoneId), panel => panelAfterSeen(panel, event))
  for (const { userId, at } of seen) {
    const queryKey = orpc.presence.visitsOf.queryKey({ input: { zoneId, userId } })
    patchAnswer<{ visits: Visit[] }>(client, queryKey, data => {
      const visits = patchRows(data.visits, visit => applyReading(visit, at))
      return visits === data.visits ? data : { visits }
    })
  }
  return []
}

/** Patches every cached panel, regardless of its zone. */
function patchPanels(
  client: QueryClient,
  change: (panel: PresencePanel) => PresencePanel | undefined,
): QueryKey[] {
  const queries = client.getQueryCache().findAll({ queryKey: orpc.presence.panel.key() })
  return queries.flatMap(({ queryKey }) => patchQuery<PresencePanel>(client, queryKey, change))
}

/** Patches the user's own presence in a zone; refetches if the zone is not cached. */
function patchOwnPresence(
  client: QueryClient,
  zoneId: string,
  change: (mine: MyPresence) => MyPresence,
): QueryKey[] {
  return patchQuery<{ zones: MyPresence[] }>(client, orpc.presence.mine.queryKey(), data => {
    if (!data.zones.some(mine => mine.zoneId === zoneId)) return undefined
    const zones = patchRows(data.zones, mine => (mine.zoneId === zoneId ? change(mine) : mine))
    return zones === data.zones ? data : { zones }
  })
}

export function presenceTopicKeys(topic: Topic, me: string): QueryKey[] {
  if (topic.kind === 'zone') return listZoneKeys(topic.id)
  return topic.kind === 'user' && topic.id === me ? [orpc.presence.mine.key()] : []
}
