import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import type { Sharer, Sharing } from '@muster/contract/presence-sharing.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchQuery } from '../../live/patch-query.ts'

type Mine = { sharing: Sharing | null }
type Sharers = { people: Sharer[] }
type Requests = { requests: TrackingRequest[] }

/** Applies an event to the cached sharing and requests. */
export function applySharing(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.sharing':
      return [
        ...(event.userId === me
          ? patchQuery<Mine>(client, orpc.presence.mySharing.queryKey(), data => mineAfter(data, event))
          : []),
        ...patchQuery<Sharers>(
          client,
          orpc.presence.sharers.queryKey({ input: { zoneId: event.zoneId } }),
          data => sharersAfter(data, event),
        ),
      ]
    case 'tracking_request.changed':
      return patchQuery<Requests>(client, orpc.presence.trackingRequests.queryKey(), data =>
        requestsAfter(data, event.request),
      )
    // Requests in the zone were deleted with the membership.
    case 'membership.removed':
      return [orpc.presence.trackingRequests.key()]
    default:
      return []
  }
}

function mineAfter(data: Mine, { zoneId, sharing }: EventOf<'presence.sharing'>): Mine {
  // The end of sharing in another zone is ignored, because new sharing has already replaced it.
  if (!sharing) return data.sharing?.zoneId === zoneId ? { sharing: null } : data
  const { sessionId, ...rest } = sharing
  return sessionId === null ? data : { sharing: { ...rest, sessionId, zoneId } }
}

function sharersAfter(data: Sharers, { userId, sharing }: EventOf<'presence.sharing'>): Sharers {
  const others = data.people.filter(person => person.userId !== userId)
  if (!sharing) return others.length === data.people.length ? data : { people: others }
  return { people: [...others, { userId, endsAt: sharing.endsAt, paused: sharing.pausedAt !== null }] }
}

/** Adds or replaces a request. Sorts open requests first, then newest first, like the server. */
function requestsAfter(data: Requests, request: TrackingRequest): Requests {
  const others = data.requests.filter(({ id }) => id !== request.id)
  const isOpen = ({ status }: TrackingRequest) => Number(status === 'pending')
  const requests = [request, ...others].sort(
    (a, b) => isOpen(b) - isOpen(a) || Date.parse(b.createdAt) - Date.parse(a.createdAt),
  )
  return { requests }
}

/** Returns the sharing data that a topic keeps up to date. */
export function sharingTopicKeys(topic: Topic, me: string): QueryKey[] {
  if (topic.kind === 'zone') return [orpc.presence.sharers.key({ input: { zoneId: topic.id } })]
  if (topic.kind !== 'user' || topic.id !== me) return []
  return [orpc.presence.mySharing.key(), orpc.presence.trackingRequests.key()]
}
