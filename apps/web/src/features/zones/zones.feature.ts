import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { zonesActs } from './zones.acts.ts'
import { applyZones, zonesTopicKeys } from './zones.live.ts'

export const zonesFeature: Feature = {
  acts: zonesActs,
  refetchAfter: {
    'organisation.changed': [orpc.zones.key()],
    // An approved request becomes a zone of its client admins.
    'zone_request.changed': [orpc.zones.key()],
  },
  refetchAfterOwn: {
    'pin.changed': [orpc.zones.myPin.key()],
    'zone.starred': [orpc.zones.mine.key(), orpc.zones.available.key()],
  },
  live: [{ apply: applyZones, topicKeys: zonesTopicKeys }],
}
