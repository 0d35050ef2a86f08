import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { hazardFileOutbox, reportOutbox } from './hazard.outbox.ts'
import { hazardsActs } from './hazards.acts.ts'

export const hazardsFeature: Feature = {
  acts: hazardsActs,
  refetchAfter: {
    'hazard.reported': [orpc.hazards.key()],
    'hazard.changed': [orpc.hazards.key()],
    // Rows contain the name of their zone.
    'zone.changed': [orpc.hazards.key()],
  },
  zoneQueries: [orpc.hazards.key()],
  // Hazards become overdue.
  refetchByClock: [orpc.hazards.count.key()],
  outbox: [reportOutbox, hazardFileOutbox],
}
