import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { visitorsActs } from './visitors.acts.ts'

export const visitorsFeature: Feature = {
  acts: visitorsActs,
  refetchAfter: {
    'visitors.changed': [
      orpc.visitors.list.key(),
      orpc.visitors.counts.key(),
      orpc.visitors.kiosks.key(),
      orpc.visitors.settings.key(),
    ],
  },
  zoneQueries: [orpc.visitors.key()],
}
