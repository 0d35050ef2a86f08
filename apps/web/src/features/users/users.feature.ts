import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { applyUsers, usersTopicKeys } from './users.live.ts'

const zonePermissions = orpc.zonePermissions.key()

export const usersFeature: Feature = {
  refetchAfter: {
    // Rows of people are patched, but the event does not contain granted permissions.
    'membership.changed': [zonePermissions],
    'invitation.changed': [orpc.invitations.list.key()],
    'zone.removed': [zonePermissions],
  },
  live: [{ apply: applyUsers, topicKeys: usersTopicKeys }],
}
