import { sayAlert } from '../features/alerts/alerts.notices.ts'
import { applyZoneDay, zoneDayTopicKeys } from '../features/days/zone-day.live.ts'
import { applyGroups, groupsTopicKeys } from '../features/groups/groups.live.ts'
import { applyPositions, positionsTopicKeys } from '../features/presence/positions.live.ts'
import { applyPresence, presenceTopicKeys } from '../features/presence/presence.live.ts'
import { applySharing, sharingTopicKeys } from '../features/sharing/sharing.live.ts'
import { notifySharingEnded } from '../features/sharing/sharing.notices.ts'
import { applyUsers, usersTopicKeys } from '../features/users/users.live.ts'
import { applyZones, zonesTopicKeys } from '../features/zones/zones.live.ts'
import type { LiveHandlers } from '../live/appliers.ts'
import { askAgain, askedAgainKeys } from './asked-again.ts'
import { sayAdded, sayPinResetAsked, sayRemoved, sayRoleChanged } from './live-notices.ts'

/** The feed handlers: the only place where appliers and notices are registered. */
export const liveHandlers: LiveHandlers = {
  appliers: [
    askAgain,
    applyZones,
    applyPresence,
    applyZoneDay,
    applySharing,
    applyUsers,
    applyPositions,
    applyGroups,
  ],
  notices: [sayRemoved, sayRoleChanged, sayPinResetAsked, sayAdded, notifySharingEnded, sayAlert],
  topicKeys: [
    askedAgainKeys,
    zonesTopicKeys,
    presenceTopicKeys,
    zoneDayTopicKeys,
    sharingTopicKeys,
    usersTopicKeys,
    positionsTopicKeys,
    groupsTopicKeys,
  ],
}
