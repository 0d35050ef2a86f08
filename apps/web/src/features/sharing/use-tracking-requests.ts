import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useAct } from '../../ui/forms/use-act.ts'

const none: TrackingRequest[] = []

/** Requests to share a position: those one is asked, may answer as a manager, and made oneself. With `zoneId` those in it. */
export function useTrackingRequests(zoneId?: string) {
  const { userId } = useMe()
  const query = useQuery(orpc.presence.trackingRequests.queryOptions())
  const all = query.data?.requests ?? none
  const requests = zoneId === undefined ? all : all.filter(request => request.zoneId === zoneId)
  const open = requests.filter(({ status }) => status === 'pending')
  const isOwnWish = (request: TrackingRequest) => request.userId === request.requestedBy
  return {
    query,
    requests,
    /** A manager asks for one's own position. */
    asked: open.filter(request => request.userId === userId && !isOwnWish(request)),
    /** Somebody else asks that theirs be followed. */
    toAnswer: open.filter(request => isOwnWish(request) && request.userId !== userId),
    /** How many wait for an answer, whoever's. */
    pendingCount: open.length,
  }
}

/** Accepts or declines. What becomes of it the feed tells; without one it is asked for again. */
export function useAnswerRequest() {
  return useAct({
    call: ({ requestId, accept }: { requestId: string; accept: boolean }) =>
      api.presence.answerTrackingRequest({ requestId, accept }),
    failed: 'Your answer could not be sent. Try again.',
    invalidates: [orpc.presence.trackingRequests.key()],
  })
}

/** Takes back what one asked, as long as nobody has answered. */
export function useWithdrawRequest() {
  return useAct({
    call: (requestId: string) => api.presence.withdrawTrackingRequest({ requestId }),
    failed: 'Your request could not be withdrawn. Try again.',
    invalidates: [orpc.presence.trackingRequests.key()],
  })
}

/** Asks that one's own position be followed in a zone, or as a manager for that of a member. */
export function useRequestTracking() {
  return useAct({
    call: (input: { zoneId: string; userId?: string }) => api.presence.requestTracking(input),
    done: 'Location tracking request submitted',
    invalidates: [orpc.presence.trackingRequests.key()],
    failed: 'Failed to submit location request',
  })
}
