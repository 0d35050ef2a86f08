import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import type { MyPresence, PresencePanel, Visit } from '@muster/contract/presence.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchAnswer } from '../../lib/patch-answer.ts'
import { patchQuery, patchRows } from '../../live/patch-query.ts'
import { applyInside, insideKey } from './inside.live.ts'
import { mineAfterChange, mineAfterSeen } from './my-presence-patch.ts'
import {
  afterReading,
  panelAfterChange,
  panelAfterCount,
  panelAfterProfile,
  panelAfterRole,
  panelAfterSeen,
  panelWithout,
} from './panel-patch.ts'

const visitsKey = (zoneId: string, userId?: string) =>
  orpc.presence.visitsOf.key({ input: { zoneId, ...(userId && { userId }) } })
/** The visits of one person change with nothing to patch them by: they are asked again, where they were read. */
const askVisits = (client: QueryClient, zoneId: string, userId: string): QueryKey[] => {
  const queryKey = visitsKey(zoneId, userId)
  return client.getQueryCache().findAll({ queryKey }).length > 0 ? [queryKey] : []
}
const zoneKeys = (zoneId: string): QueryKey[] => [
  orpc.presence.panel.key({ input: { zoneId } }),
  insideKey(zoneId),
  visitsKey(zoneId),
]
const panelOf = (zoneId: string) => orpc.presence.panel.queryKey({ input: { zoneId } })

/** What an event changes in the cached presence. Answers with the queries that must be asked again. */
export function applyPresence(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  // The lists first: the panel tells them what it knew before.
  return [...applyInside(client, event, me), ...applyPanel(client, event, me)]
}

function applyPanel(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.changed':
      return [
        ...patchPanel(client, event.zoneId, panel => panelAfterChange(panel, event)),
        ...(event.userId === me ? patchMine(client, event.zoneId, mine => mineAfterChange(mine, event)) : []),
        ...askVisits(client, event.zoneId, event.userId),
      ]
    case 'presence.seen': {
      const own = event.seen.find(({ userId }) => userId === me)
      return [
        ...(own ? patchMine(client, event.zoneId, mine => mineAfterSeen(mine, own)) : []),
        ...patchSeen(client, event),
      ]
    }
    case 'zone.occupancy':
      return patchPanel(client, event.zoneId, panel =>
        panelAfterCount(panel, { inside: event.currentOccupancy }),
      )
    case 'zone.unseen':
      return patchPanel(client, event.zoneId, panel =>
        panelAfterCount(panel, { unseen: event.unseenOccupancy }),
      )
    case 'presence.amended':
      return [
        panelOf(event.zoneId),
        insideKey(event.zoneId),
        ...(event.userId === me ? [orpc.presence.mine.key()] : []),
        ...askVisits(client, event.zoneId, event.userId),
      ]
    case 'presence.consent':
      return event.was === 'unknown'
        ? []
        : [panelOf(event.zoneId), ...askVisits(client, event.zoneId, event.userId)]
    case 'user.changed':
      return patchPanels(client, panel => panelAfterProfile(panel, event))
    case 'membership.added':
      // Who was only added has no presence yet.
      return event.userId === me ? [orpc.presence.mine.key()] : []
    case 'membership.changed':
      return patchPanel(client, event.zoneId, panel => panelAfterRole(panel, event))
    case 'membership.accepted':
      // Of who comes back, the visits of before show again.
      return [
        panelOf(event.zoneId),
        ...askVisits(client, event.zoneId, event.userId),
        ...(event.userId === me ? [orpc.presence.mine.key()] : []),
      ]
    case 'membership.removed':
      if (event.userId === me) {
        // What somebody may no longer see is not kept.
        for (const queryKey of zoneKeys(event.zoneId)) client.removeQueries({ queryKey })
        return [orpc.presence.mine.key()]
      }
      return patchPanel(client, event.zoneId, panel => panelWithout(panel, event))
    default:
      return []
  }
}

const patchPanel = (
  client: QueryClient,
  zoneId: string,
  change: (panel: PresencePanel) => PresencePanel | undefined,
) => patchQuery<PresencePanel>(client, panelOf(zoneId), change)

/**
 * The panel of the zone and the lists of visits of the people who were seen. Only what was read already: readings come every second,
 * and an answer that is on its way would be asked for again with each of them.
 */
function patchSeen(client: QueryClient, event: EventOf<'presence.seen'>): QueryKey[] {
  const { zoneId, seen } = event
  patchAnswer<PresencePanel>(client, panelOf(zoneId), panel => panelAfterSeen(panel, event))
  for (const { userId, at } of seen) {
    const queryKey = orpc.presence.visitsOf.queryKey({ input: { zoneId, userId } })
    patchAnswer<{ visits: Visit[] }>(client, queryKey, data => {
      const visits = patchRows(data.visits, visit => afterReading(visit, at))
      return visits === data.visits ? data : { visits }
    })
  }
  return []
}

/** Every panel that was read, whatever its zone. */
function patchPanels(
  client: QueryClient,
  change: (panel: PresencePanel) => PresencePanel | undefined,
): QueryKey[] {
  const queries = client.getQueryCache().findAll({ queryKey: orpc.presence.panel.key() })
  return queries.flatMap(({ queryKey }) => patchQuery<PresencePanel>(client, queryKey, change))
}

/** One's own state in one zone; a zone that is not known yet has the server asked. */
function patchMine(
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

/** The presence a topic keeps up to date. */
export function presenceTopicKeys(topic: Topic, me: string): QueryKey[] {
  if (topic.kind === 'zone') return zoneKeys(topic.id)
  return topic.kind === 'user' && topic.id === me ? [orpc.presence.mine.key()] : []
}
