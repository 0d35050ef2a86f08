import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { emergenciesActs } from './emergencies.acts.ts'
import { applyEmergencyAlert } from './emergencies.live.ts'
import { emergencyAnswerOutbox } from './emergency-answer.outbox.ts'
import { emergencyMarkOutbox } from './emergency-mark.outbox.ts'

const own = orpc.emergencies.mine.key()
const findings = [orpc.emergencyReports.findings.key(), orpc.emergencyReports.openFindings.key()]

const drills = [
  orpc.emergencyPlans.drill.key(),
  orpc.emergencyPlans.drills.key(),
  orpc.emergencyPlans.dueDrills.key(),
]

/** What membership of zones decides. */
const memberKeys = [
  orpc.emergencies.key(),
  orpc.emergencyBoard.key(),
  orpc.emergencyPlans.key(),
  orpc.emergencyReports.key(),
  orpc.zoneCaptains.key(),
  orpc.zoneUncounted.key(),
]

export const emergenciesFeature: Feature = {
  acts: emergenciesActs,
  refetchAfter: {
    // The names of captains and of people who do not count.
    'user.changed': [orpc.zoneCaptains.key(), orpc.zoneUncounted.key()],
    'membership.removed': [orpc.zoneCaptains.key(), orpc.zoneUncounted.key()],
    // Zones without a calendar are listed too.
    'zone.created': drills,
    'zone.changed': drills,
    'zone.suspended': drills,
    'zone.removed': drills,
    'emergency.changed': [
      orpc.emergencies.key(),
      orpc.emergencyReports.key(),
      orpc.emergencyBoard.key(),
      orpc.emergencyPlans.key(),
      orpc.responders.links.key(),
    ],
    'emergency.progress': [
      orpc.emergencies.get.key(),
      orpc.emergencies.people.key(),
      orpc.emergencies.list.key(),
      orpc.emergencies.report.key(),
      orpc.emergencyReports.record.key(),
      orpc.emergencies.leftBefore.key(),
      orpc.emergencyBoard.key(),
      orpc.responders.links.key(),
      orpc.emergencyReports.rows.key(),
    ],
    'uncounted.changed': [orpc.zoneUncounted.key()],
    'captains.changed': [orpc.zoneCaptains.key()],
    // Findings are hazards.
    'hazard.reported': findings,
    'hazard.changed': findings,
    // `emergency.progress` comes with it; this one is for webhooks.
    'emergency.help': [orpc.emergencies.get.key()],
    'assembly_points.changed': [orpc.emergencies.points.key()],
    'emergency_plans.changed': [orpc.emergencyPlans.list.key(), orpc.emergencies.preview.key()],
    'drill_calendar.changed': drills,
  },
  refetchAfterOwn: {
    // An answer given on another device, or a captain's mark.
    'alerts.changed': [own],
    'membership.removed': memberKeys,
  },
  zoneQueries: [...memberKeys, orpc.responders.links.key()],
  // Drills become due and overdue.
  refetchByClock: [orpc.emergencyPlans.dueDrills.key()],
  live: [{ apply: applyEmergencyAlert }],
  outbox: [emergencyAnswerOutbox, emergencyMarkOutbox],
}
