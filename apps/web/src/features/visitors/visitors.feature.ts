import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { visitorsActs } from './visitors.acts.ts'

export const visitorsFeature: Feature = {
  acts: visitorsActs,
  refetchAfter: {
    // The names of hosts.
    'user.changed': [orpc.visitors.list.key()],
    'visitors.changed': [
      orpc.visitors.list.key(),
      orpc.visitors.counts.key(),
      orpc.visitors.kiosks.key(),
      orpc.visitors.settings.key(),
    ],
  },
  zoneQueries: [orpc.visitors.key()],
  // Visitors are expected until the end of their day.
  refetchByClock: [orpc.visitors.list.key(), orpc.visitors.counts.key()],
}
