import { t } from '@lingui/core/macro'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import type { FeedNotifier } from '../../live/appliers.ts'
import { noticeLayer } from '../../ui/toast/notice-layer.ts'
import { readingOutbox } from './reading.outbox.ts'
import { applySharing, sharingTopicKeys } from './sharing.live.ts'

/** Notifies a person whose sharing ended automatically, by time or with the membership; not after they ended it themselves. */
const notifySharingEnded: FeedNotifier = (client, event, me) => {
  if (event.kind !== 'presence.sharing' || event.userId !== me || event.sharing) return
  const mySharing = client.getQueryData(orpc.presence.mySharing.queryKey())?.sharing
  if (mySharing?.zoneId === event.zoneId)
    noticeLayer.message(t`You’re no longer sharing your position`, { id: `sharing-${event.zoneId}` })
}

export const sharingFeature: Feature = {
  live: [{ apply: applySharing, topicKeys: sharingTopicKeys }],
  notices: [notifySharingEnded],
  outbox: [readingOutbox],
}
