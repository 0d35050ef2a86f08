import { t } from '@lingui/core/macro'
import { orpc } from '../../lib/api.ts'
import type { FeedNotice } from '../../live/appliers.ts'
import { noticeLayer } from '../../ui/toast/notice-layer.ts'

/**
 * Notifies the person that sharing ended automatically, by time or with the membership. A person who ended it manually needs no
 * notice.
 */
export const notifySharingEnded: FeedNotice = (client, event, me) => {
  if (event.kind !== 'presence.sharing' || event.userId !== me || event.sharing) return
  const mine = client.getQueryData(orpc.presence.mySharing.queryKey())?.sharing
  if (mine?.zoneId === event.zoneId)
    noticeLayer.message(t`You are no longer sharing your position`, { id: `sharing-${event.zoneId}` })
}
