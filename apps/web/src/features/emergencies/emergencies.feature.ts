import { plural, t } from '@lingui/core/macro'
import type { PersonState } from '@muster/domain/emergency.ts'
import { IconUrgent } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { paths } from '../../lib/paths.ts'
import type { FeedApplier } from '../../live/appliers.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { type EmergencyAnswerToSend, emergencyAnswerSender } from './emergency-answer.sender.ts'
import { type EmergencyMarkToSend, emergencyMarkSender } from './emergency-mark.sender.ts'
import { claimLabel } from './emergency-words.ts'

const emergencyMarkOutbox = defineOutboxKind<EmergencyMarkToSend, { people: number }>({
  sender: emergencyMarkSender,
  words: count => t`${plural(count, { one: '# mark', other: '# marks' })}`,
  describe: ({ name, state }) => ({ title: name, text: claimLabel({ state }) }),
  onSentLate(client) {
    void client.invalidateQueries({ queryKey: orpc.emergencies.key() })
    // Captains mark people on a page of their own.
    void client.invalidateQueries({ queryKey: orpc.captains.key() })
  },
})

const emergencyAnswerOutbox = defineOutboxKind<EmergencyAnswerToSend, { state: PersonState; at: string }>({
  sender: emergencyAnswerSender,
  words: count => t`${plural(count, { one: '# answer', other: '# answers' })}`,
  describe: ({ title, state, words }) => ({
    title: state === 'not_there' ? t`I’m not there` : claimLabel({ state, words }),
    text: t`Answer to “${title}”`,
  }),
  onSentLate(client) {
    void client.invalidateQueries({ queryKey: orpc.emergencies.key() })
  },
})

/** Refetches the user's own emergencies, and those whose board they see, after an alert about one, and after no other alert. */
const applyEmergencyAlert: FeedApplier = (_client, event, me) =>
  event.kind === 'alert.added' && event.userId === me && event.alert.metadata.emergencyId !== undefined
    ? [orpc.emergencies.mine.key(), orpc.emergencies.list.key()]
    : []

const emergenciesActs: readonly Act[] = [
  {
    label: t`Call everyone inside`,
    keywords: t`alarm emergency evacuate evacuation urgent muster roll call safe fire drill exercise`,
    icon: IconUrgent,
    permission: 'broadcast',
    to: paths.emergencies,
    search: () => ({ call: true }),
  },
]

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
