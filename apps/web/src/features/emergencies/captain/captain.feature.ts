import { orpc } from '../../../lib/api.ts'
import type { Feature } from '../../../lib/feature.ts'
import { captainOutbox } from './captain.outbox.ts'

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
