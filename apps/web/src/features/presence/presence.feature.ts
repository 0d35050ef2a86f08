import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { checkOutbox } from './check.outbox.ts'
import { applyPositions, positionsTopicKeys } from './positions.live.ts'
import { presenceActs } from './presence.acts.ts'
import { applyPresence, presenceTopicKeys } from './presence.live.ts'

const mine = orpc.presence.mine.key()
const left = orpc.presence.left.key()

export const presenceFeature: Feature = {
  acts: presenceActs,
  refetchAfter: {
    'presence.changed': [left],
    'presence.amended': [left],
    'presence.consent': [left],
    'user.changed': [left],
    'membership.accepted': [left],
    'membership.removed': [left],
    'membership.changed': [left],
    // Rows contain the name of their zone.
    'zone.changed': [orpc.presence.panel.key(), mine, orpc.presence.trackingRequests.key()],
    // Zones may open or close for the user.
    'zone.suspended': [mine],
    'organisation.changed': [mine],
    'zone_request.changed': [mine],
  },
  // Without consent, the person's own state is unknown in every zone.
  refetchAfterOwn: { 'consent.changed': [mine] },
  zoneQueries: [left],
  live: [
    { apply: applyPresence, topicKeys: presenceTopicKeys },
    { apply: applyPositions, topicKeys: positionsTopicKeys },
  ],
  outbox: [checkOutbox],
}
