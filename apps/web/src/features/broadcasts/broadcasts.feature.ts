import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { answerOutbox } from './answer.outbox.ts'
import { broadcastsActs } from './broadcasts.acts.ts'
import { applyOwnAlert } from './broadcasts.live.ts'

const openQuestions = orpc.broadcasts.openQuestions.key()
const ownCalls = orpc.broadcasts.ownCalls.key()

export const broadcastsFeature: Feature = {
  acts: broadcastsActs,
  refetchAfter: {
    'broadcast.changed': [orpc.broadcasts.key()],
    'broadcast.progress': [
      orpc.broadcasts.get.key(),
      orpc.broadcasts.recipients.key(),
      orpc.broadcasts.list.key(),
    ],
    // Rows contain the name of their zone.
    'zone.changed': [orpc.broadcasts.key()],
    // Zones may open or close for the user.
    'organisation.changed': [openQuestions],
    'zone_request.changed': [openQuestions],
  },
  refetchAfterOwn: {
    // An answer given on another device resolves the alert of its broadcast.
    'alerts.changed': [openQuestions, ownCalls, orpc.broadcasts.list.key(), orpc.broadcasts.get.key()],
    'membership.removed': [openQuestions, ownCalls],
  },
  zoneQueries: [orpc.broadcasts.key()],
  live: [
    { apply: applyOwnAlert },
    // Broadcasts to all zones arrive on this topic.
    { topicKeys: ({ kind }) => (kind === 'everyone' ? [orpc.broadcasts.key()] : []) },
  ],
  outbox: [answerOutbox],
}
