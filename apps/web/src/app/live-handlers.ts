import type { LiveHandlers } from '../live/appliers.ts'
import { features } from './features.ts'
import { notifyAdded, notifyPinResetRequested, notifyRemoved, notifyRoleChanged } from './live-notices.ts'
import { keysToRefetch, refetchByEvent } from './refetch-by-event.ts'

const live = features.flatMap(feature => feature.live ?? [])

export const liveHandlers: LiveHandlers = {
  appliers: [refetchByEvent, ...live.flatMap(({ apply }) => apply ?? [])],
  notices: [
    notifyRemoved,
    notifyRoleChanged,
    notifyPinResetRequested,
    notifyAdded,
    ...features.flatMap(({ notices }) => notices ?? []),
  ],
  topicKeys: [keysToRefetch, ...live.flatMap(({ topicKeys }) => topicKeys ?? [])],
}
