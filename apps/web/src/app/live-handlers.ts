import { applyMaps, mapsTopicKeys } from '../features/maps/maps.live.ts'
import { applyPositions, positionsTopicKeys } from '../features/presence/positions.live.ts'
import { applyPresence, presenceTopicKeys } from '../features/presence/presence.live.ts'
import { applyTrackers, trackersTopicKeys } from '../features/trackers/trackers.live.ts'
import { applyUsers, usersTopicKeys } from '../features/users/users.live.ts'
import { applyZones, zonesTopicKeys } from '../features/zones/zones.live.ts'
import type { LiveHandlers } from '../live/appliers.ts'

/** What the features make of the feed. */
export const liveHandlers = {
  appliers: [applyZones, applyPresence, applyTrackers, applyUsers, applyMaps, applyPositions],
  topicKeys: [
    zonesTopicKeys,
    presenceTopicKeys,
    trackersTopicKeys,
    usersTopicKeys,
    mapsTopicKeys,
    positionsTopicKeys,
  ],
} satisfies LiveHandlers
