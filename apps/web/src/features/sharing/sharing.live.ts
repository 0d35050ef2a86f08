import type { EventOf, FeedEvent } from '@muster/contract/feed.ts'
import type { Sharer, Sharing } from '@muster/contract/presence-sharing.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { patchQuery } from '../../live/patch-query.ts'

type MySharingData = { sharing: Sharing | null }
type SharersData = { people: Sharer[] }
type RequestsData = { requests: TrackingRequest[] }

export function applySharing(client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'presence.sharing':
      return [
        ...(event.userId === me
          ? patchQuery<MySharingData>(client, orpc.presence.mySharing.queryKey(), data =>
              applyToMine(data, event),
            )
          : []),
        ...patchQuery<SharersData>(
          client,
          orpc.presence.sharers.queryKey({ input: { zoneId: event.zoneId } }),
          data => applyToSharers(data, event),
        ),
      ]
    case 'tracking_request.changed':
      return patchQuery<RequestsData>(client, orpc.presence.trackingRequests.queryKey(), data =>
        applyToRequests(data, event.request),
      )
    // Refetch the requests, because those in the zone were deleted with the membership.
    case 'membership.removed':
      return [orpc.presence.trackingRequests.key()]
    default:
      return []
  }
}

function applyToMine(data: MySharingData, { zoneId, sharing }: EventOf<'presence.sharing'>): MySharingData {
  // The end of sharing in another zone is ignored, because new sharing has already replaced it.
  if (!sharing) return data.sharing?.zoneId === zoneId ? { sharing: null } : data
  const { sessionId, ...sharingWithoutSession } = sharing
  return sessionId === null ? data : { sharing: { ...sharingWithoutSession, sessionId, zoneId } }
}

function applyToSharers(data: SharersData, { userId, sharing }: EventOf<'presence.sharing'>): SharersData {
  const otherSharers = data.people.filter(person => person.userId !== userId)
  if (!sharing) return otherSharers.length === data.people.length ? data : { people: otherSharers }
  return { people: [...otherSharers, { userId, endsAt: sharing.endsAt, paused: sharing.pausedAt !== null }] }
}

/** Adds or replaces a request. Sorts open requests first, then newest first, like the server. */
function applyToRequests(data: RequestsData, request: TrackingRequest): RequestsData {
  const otherRequests = data.requests.filter(({ id }) => id !== request.id)
  const openRank = ({ status }: TrackingRequest) => Number(status === 'pending')
  const requests = [request, ...otherRequests].sort(
    (a, b) => openRank(b) - openRank(a) || Date.parse(b.createdAt) - Date.parse(a.createdAt),
  )
  return { requests }
}

export function sharingTopicKeys(topic: Topic, me: string): QueryKey[] {
  if (topic.kind === 'zone') return [orpc.presence.sharers.key({ input: { zoneId: topic.id } })]
  if (topic.kind !== 'user' || topic.id !== me) return []
  return [orpc.presence.mySharing.key(), orpc.presence.trackingRequests.key()]
}
