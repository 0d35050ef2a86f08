import type { Feature } from '../../lib/feature.ts'
import { readingOutbox } from './reading.outbox.ts'
import { applySharing, sharingTopicKeys } from './sharing.live.ts'
import { notifySharingEnded } from './sharing.notices.ts'

export const sharingFeature: Feature = {
  live: [{ apply: applySharing, topicKeys: sharingTopicKeys }],
  notices: [notifySharingEnded],
  outbox: [readingOutbox],
}
