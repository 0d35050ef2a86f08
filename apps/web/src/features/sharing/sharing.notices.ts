import { orpc } from '../../lib/api.ts'
import type { FeedNotice } from '../../live/appliers.ts'
import { noticeLayer } from '../../ui/toast/notice-layer.ts'

/** Sharing ended by itself: by the clock, or with the membership. Who ended it by hand knows it already. */
export const saySharingEnded: FeedNotice = (client, event, me) => {
  if (event.kind !== 'presence.sharing' || event.userId !== me || event.sharing) return
  const mine = client.getQueryData(orpc.presence.mySharing.queryKey())?.sharing
  if (mine?.zoneId === event.zoneId)
    noticeLayer.message('You no longer share your position', { id: `sharing-${event.zoneId}` })
}

/** What became of one's request. */
export const sayRequestAnswered: FeedNotice = (_client, event, me) => {
  if (event.kind !== 'tracking_request.changed') return
  const { request } = event
  // Who withdrew it knows.
  if (request.requestedBy !== me || request.status === 'pending' || request.status === 'withdrawn') return
  const isOwn = request.userId === me
  const accepted = request.status === 'accepted'
  const title = isOwn
    ? `Your location request was ${request.status}`
    : `${request.userName} ${accepted ? 'shares their position' : 'declined to share their position'}`
  const text = isOwn && accepted ? `${request.zoneName}: start sharing when you are there.` : request.zoneName
  noticeLayer.message(title, { id: `request-${request.id}`, text })
}
