import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

const all = orpc.badges.key()
const inside = orpc.badges.inside.key()

export const badgesFeature: Feature = {
  refetchAfter: {
    // With the keys, which say when a reader last sent something.
    'badge.changed': [all],
    'badge_key.changed': [orpc.badges.keys.key()],
    // Whoever is inside by phone too is no further person.
    'presence.changed': [inside],
    'presence.consent': [inside],
    'user.changed': [all],
    'membership.removed': [inside],
    // Visitors who carry a badge are no further people.
    'visitors.changed': [inside],
  },
  zoneQueries: [all],
}
