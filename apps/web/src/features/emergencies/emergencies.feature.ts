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
    'emergency.changed': [orpc.emergencies.key(), orpc.emergencyPlans.key()],
    'emergency.progress': [
      orpc.emergencies.get.key(),
      orpc.emergencies.people.key(),
      orpc.emergencies.list.key(),
      orpc.emergencies.report.key(),
    ],
    'assembly_points.changed': [orpc.emergencies.points.key()],
    'emergency_plans.changed': [orpc.emergencyPlans.list.key(), orpc.emergencies.preview.key()],
    'drill_calendar.changed': [
      orpc.emergencyPlans.drill.key(),
      orpc.emergencyPlans.drills.key(),
      orpc.emergencyPlans.dueDrills.key(),
    ],
  },
  refetchAfterOwn: {
    // An answer given on another device, or a captain's mark.
    'alerts.changed': [own],
    'membership.removed': [orpc.emergencies.key(), orpc.emergencyPlans.key()],
  },
  zoneQueries: [orpc.emergencies.key(), orpc.emergencyPlans.key()],
  live: [{ apply: applyEmergencyAlert }],
  outbox: [emergencyAnswerOutbox, emergencyMarkOutbox],
}
