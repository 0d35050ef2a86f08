import { notifyAlert } from '../features/alerts/alerts.notices.ts'
import { applyZoneDay, zoneDayTopicKeys } from '../features/days/zone-day.live.ts'
import { applyGroups, groupsTopicKeys } from '../features/groups/groups.live.ts'
import { applyPositions, positionsTopicKeys } from '../features/presence/positions.live.ts'
import { applyPresence, presenceTopicKeys } from '../features/presence/presence.live.ts'
import { applySharing, sharingTopicKeys } from '../features/sharing/sharing.live.ts'
import { notifySharingEnded } from '../features/sharing/sharing.notices.ts'
import { applyUsers, usersTopicKeys } from '../features/users/users.live.ts'
import { applyZones, zonesTopicKeys } from '../features/zones/zones.live.ts'
import type { LiveHandlers } from '../live/appliers.ts'
import { notifyAdded, notifyPinResetRequested, notifyRemoved, notifyRoleChanged } from './live-notices.ts'
import { keysToRefetch, refetchByEvent } from './refetch-by-event.ts'

/** Handlers for feed events: the only place where appliers, notices and topic keys are registered. */
export const liveHandlers: LiveHandlers = {
  appliers: [
    refetchByEvent,
    applyZones,
    applyPresence,
    applyZoneDay,
    applySharing,
    applyUsers,
    applyPositions,
    applyGroups,
  ],
  notices: [
    notifyRemoved,
    notifyRoleChanged,
    notifyPinResetRequested,
    notifyAdded,
    notifySharingEnded,
    notifyAlert,
  ],
  topicKeys: [
    keysToRefetch,
    zonesTopicKeys,
    presenceTopicKeys,
    zoneDayTopicKeys,
    sharingTopicKeys,
    usersTopicKeys,
    positionsTopicKeys,
    groupsTopicKeys,
  ],
}
