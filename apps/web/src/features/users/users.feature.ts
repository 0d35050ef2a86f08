import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { applyUsers, usersTopicKeys } from './users.live.ts'

const zonePermissions = orpc.zonePermissions.key()
const invitations = orpc.invitations.list.key()

export const usersFeature: Feature = {
  refetchAfter: {
    // Rows of people are patched, but the event does not contain granted permissions.
    'membership.changed': [zonePermissions],
    'invitation.changed': [invitations],
    // An invitation of a suspended zone is closed.
    'zone.changed': [invitations],
    'zone.removed': [zonePermissions, invitations],
  },
  zoneQueries: [invitations],
  live: [{ apply: applyUsers, topicKeys: usersTopicKeys }],
}
