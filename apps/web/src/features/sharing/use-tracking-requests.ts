import { t } from '@lingui/core/macro'
import type { TrackingRequest } from '@muster/contract/tracking-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useAct } from '../../ui/forms/use-act.ts'

const noRequests: TrackingRequest[] = []

/** Those for one's position, those one may answer as a manager, and one's own. With `zoneId`, only in that zone. */
export function useTrackingRequests(zoneId?: string) {
  const { userId } = useMe()
  const query = useQuery(orpc.presence.trackingRequests.queryOptions())
  const allRequests = query.data?.requests ?? noRequests
  const requests =
    zoneId === undefined ? allRequests : allRequests.filter(request => request.zoneId === zoneId)
  const openRequests = requests.filter(({ status }) => status === 'pending')
  const isOwnRequest = (request: TrackingRequest) => request.userId === request.requestedBy
  return {
    query,
    requests,
    /** Requests from managers for the person's position. */
    received: openRequests.filter(request => request.userId === userId && !isOwnRequest(request)),
    /** Requests from other people for tracking of their own position, which the person may answer. */
    toAnswer: openRequests.filter(request => isOwnRequest(request) && request.userId !== userId),
    /** The number of open requests, regardless of who has to answer. */
    pendingCount: openRequests.length,
  }
}

export function useAnswerRequest() {
  return useAct({
    call: ({ requestId, accept }: { requestId: string; accept: boolean }) =>
      api.presence.answerTrackingRequest({ requestId, accept }),
    failed: t`Your answer couldn’t be sent. Try again.`,
    invalidates: [orpc.presence.trackingRequests.key()],
  })
}

/** Withdraws the person's own request, as long as nobody has answered it. */
export function useWithdrawRequest() {
  return useAct({
    call: (requestId: string) => api.presence.withdrawTrackingRequest({ requestId }),
    failed: t`Your request couldn’t be withdrawn. Try again.`,
    invalidates: [orpc.presence.trackingRequests.key()],
  })
}

/** A request for tracking in a zone: of the person's own position or, for managers, of a member's. */
export const trackingRequest = {
  call: (input: { zoneId: string; userId?: string }) => api.presence.requestTracking(input),
  done: t`Location tracking request submitted`,
  invalidates: [orpc.presence.trackingRequests.key()],
  failed: t`Failed to submit location request`,
}
