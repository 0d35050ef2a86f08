import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'

const inside = orpc.badges.inside.key()
const lists = [inside, orpc.badges.list.key(), orpc.badges.visits.key()]

export const badgesFeature: Feature = {
  refetchAfter: {
    'badge.changed': lists,
    'badge_key.changed': [orpc.badges.keys.key()],
    // Whoever is inside by phone too is no further person.
    'presence.changed': [inside],
    'user.changed': lists,
    'membership.removed': [inside],
  },
  zoneQueries: [...lists, orpc.badges.keys.key()],
}
