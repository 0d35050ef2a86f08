import { applyAuth, authTopicKeys } from '../features/auth/auth.live.ts'
import { applyConsents, consentsTopicKeys } from '../features/consents/consents.live.ts'
import { applyZoneDay, zoneDayTopicKeys } from '../features/days/zone-day.live.ts'
import { applyMaps, mapsTopicKeys } from '../features/maps/maps.live.ts'
import { applyPasskeys, passkeysTopicKeys } from '../features/passkeys/passkeys.live.ts'
import { applyPositions, positionsTopicKeys } from '../features/presence/positions.live.ts'
import { applyPresence, presenceTopicKeys } from '../features/presence/presence.live.ts'
import { applySettings, settingsTopicKeys } from '../features/settings/settings.live.ts'
import { sayDownloadReady } from '../features/settings/settings.notices.ts'
import { applySharing, sharingTopicKeys } from '../features/sharing/sharing.live.ts'
import { sayRequestAnswered, saySharingEnded } from '../features/sharing/sharing.notices.ts'
import { applyTrackers, trackersTopicKeys } from '../features/trackers/trackers.live.ts'
import { applyTwoStep, twoStepTopicKeys } from '../features/two-step/two-step.live.ts'
import { applyUsers, usersTopicKeys } from '../features/users/users.live.ts'
import { applyZones, zonesTopicKeys } from '../features/zones/zones.live.ts'
import type { LiveHandlers } from '../live/appliers.ts'
import { sayAdded, sayPinResetAsked, sayRemoved, sayRoleChanged } from './live-notices.ts'

/** What the product makes of the feed: the one place where appliers and notices are registered. */
export const liveHandlers: LiveHandlers = {
  appliers: [
    applyZones,
    applyPresence,
    applyZoneDay,
    applySharing,
    applyTrackers,
    applyUsers,
    applyMaps,
    applyPositions,
    applyAuth,
    applyTwoStep,
    applyPasskeys,
    applySettings,
    applyConsents,
  ],
  notices: [
    sayRemoved,
    sayRoleChanged,
    sayPinResetAsked,
    sayAdded,
    saySharingEnded,
    sayRequestAnswered,
    sayDownloadReady,
  ],
  topicKeys: [
    zonesTopicKeys,
    presenceTopicKeys,
    zoneDayTopicKeys,
    sharingTopicKeys,
    trackersTopicKeys,
    usersTopicKeys,
    mapsTopicKeys,
    positionsTopicKeys,
    authTopicKeys,
    twoStepTopicKeys,
    passkeysTopicKeys,
    settingsTopicKeys,
    consentsTopicKeys,
  ],
}
