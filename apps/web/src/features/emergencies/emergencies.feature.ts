import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { emergenciesActs } from './emergencies.acts.ts'
import { applyEmergencyAlert } from './emergencies.live.ts'
import { emergencyAnswerOutbox } from './emergency-answer.outbox.ts'
import { emergencyMarkOutbox } from './emergency-mark.outbox.ts'

const own = orpc.emergencies.mine.key()

export const emergenciesFeature: Feature = {
  acts: emergenciesActs,
  refetchAfter: {
    'emergency.changed': [orpc.emergencies.key()],
    'emergency.progress': [
      orpc.emergencies.get.key(),
      orpc.emergencies.people.key(),
      orpc.emergencies.list.key(),
      orpc.emergencies.report.key(),
    ],
    'captains.changed': [orpc.zoneCaptains.key()],
    'assembly_points.changed': [orpc.emergencies.points.key()],
  },
  refetchAfterOwn: {
    // An answer given on another device, or a captain's mark.
    'alerts.changed': [own],
    'membership.removed': [orpc.emergencies.key(), orpc.zoneCaptains.key()],
  },
  zoneQueries: [orpc.emergencies.key(), orpc.zoneCaptains.key()],
  live: [{ apply: applyEmergencyAlert }],
  outbox: [emergencyAnswerOutbox, emergencyMarkOutbox],
}
