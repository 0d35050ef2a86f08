import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { groupsActs } from './groups.acts.ts'
import { applyGroups, applyOwnGroupAlert, groupsTopicKeys } from './groups.live.ts'
import { messageOutbox } from './message.outbox.ts'

const candidates = orpc.groups.candidates.key()

export const groupsFeature: Feature = {
  acts: groupsActs,
  refetchAfter: {
    'membership.added': [candidates],
    'membership.accepted': [candidates],
    'membership.removed': [candidates],
    'membership.changed': [candidates],
    // Rows contain the name of their zone.
    'zone.changed': [orpc.groups.key()],
  },
  live: [{ apply: applyGroups, topicKeys: groupsTopicKeys }, { apply: applyOwnGroupAlert }],
  outbox: [messageOutbox],
}
