import { plural, t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { orpc } from '../../../lib/api.ts'
import type { Feature } from '../../../lib/feature.ts'
import { defineOutboxKind, type OutboxKind } from '../../../offline/outbox-kind.ts'
import { stateLabels } from '../emergency-words.ts'
import { type AreaSweepToSend, areaSweepSender } from './area-sweep.sender.ts'
import { type CaptainTickToSend, captainTickSender } from './captain-tick.sender.ts'
import { sweepLabels } from './captain-words.ts'
import { tickStore } from './held-ticks.ts'
import { type TeamConfirmationToSend, teamConfirmationSender } from './team-confirmation.sender.ts'

function refetch(client: QueryClient) {
  void client.invalidateQueries({ queryKey: orpc.captains.key() })
  void client.invalidateQueries({ queryKey: orpc.emergencies.key() })
}

const captainOutbox: readonly OutboxKind[] = [
  defineOutboxKind<CaptainTickToSend, unknown>({
    sender: captainTickSender,
    words: count => t`${plural(count, { one: '# mark', other: '# marks' })}`,
    describe: ({ name, state }) => ({ title: name, text: stateLabels[state] }),
    onSentLate: refetch,
    pending: { count: owner => tickStore.get(owner).length, subscribe: tickStore.subscribe },
  }),
  defineOutboxKind<AreaSweepToSend, unknown>({
    sender: areaSweepSender,
    words: count => t`${plural(count, { one: '# area', other: '# areas' })}`,
    describe: ({ name, state }) => ({ title: name, text: sweepLabels[state] }),
    onSentLate: refetch,
  }),
  defineOutboxKind<TeamConfirmationToSend, unknown>({
    sender: teamConfirmationSender,
    words: count => t`${plural(count, { one: '# confirmation', other: '# confirmations' })}`,
    describe: ({ teamName, personIds }) => ({
      title: teamName,
      text: t`${plural(personIds.length, { one: '# person confirmed', other: '# people confirmed' })}`,
    }),
    onSentLate: refetch,
  }),
]

const duringEmergency = [orpc.captains.open.key(), orpc.captains.sweeps.key(), orpc.captains.teams.key()]

export const captainFeature: Feature = {
  refetchAfter: {
    'emergency.changed': duringEmergency,
    'emergency.progress': duringEmergency,
    'captains.changed': [orpc.captains.list.key(), orpc.captains.open.key()],
    'assembly_points.changed': [orpc.captains.list.key()],
    'sweep_areas.changed': [orpc.captains.areas.key(), orpc.captains.list.key()],
  },
  refetchAfterOwn: {
    'evacuation_note.changed': [orpc.captains.ownNote.key()],
    'captain.changed': [orpc.captains.list.key(), orpc.captains.open.key()],
    'alerts.changed': [orpc.captains.open.key()],
    'membership.removed': [orpc.captains.key()],
  },
  zoneQueries: [...duringEmergency, orpc.captains.areas.key()],
  // What changed before the topic of the captains was followed.
  live: [{ topicKeys: ({ kind }) => (kind === 'captains' ? [orpc.captains.open.key()] : []) }],
  outbox: captainOutbox,
}
