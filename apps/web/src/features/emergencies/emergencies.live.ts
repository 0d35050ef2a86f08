import { orpc } from '../../lib/api.ts'
import type { FeedApplier } from '../../live/appliers.ts'

/** Refetches the user's own emergencies, and those whose board they see, after an alert about one, and after no other alert. */
export const applyEmergencyAlert: FeedApplier = (_client, event, me) =>
  event.kind === 'alert.added' && event.userId === me && event.alert.metadata.emergencyId !== undefined
    ? [orpc.emergencies.mine.key(), orpc.emergencies.list.key()]
    : []
