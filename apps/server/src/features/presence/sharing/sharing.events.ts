import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import { type EventRules, viewerMay } from '../../../live/event-rules.ts'

/** A trigger publishes `presence.sharing`, because sharing begins and ends in several ways. */
export const sharingEvents: EventRules<'presence.sharing' | 'tracking_request.changed'> = {
  'presence.sharing': {
    on: ['user', 'zone'],
    canSee(viewer, event) {
      if (event.userId === viewer.userId) return true
      if (!viewerMay(viewer, 'view_attendance')) return false
      return { ...event, sharing: event.sharing && { ...event.sharing, sessionId: null } }
    },
  },
  'tracking_request.changed': {
    on: ['user', 'zone'],
    topics: ({ zoneId, request: { userId, requestedBy } }) => [
      ...new Set([userTopic(userId), userTopic(requestedBy), zoneTopic(zoneId)]),
    ],
    /** Visible to the two people involved; a request for oneself is visible to everybody who may answer it. */
    canSee(viewer, { request }) {
      const { userId } = viewer
      if (request.userId === userId || request.requestedBy === userId) return true
      const isForManagers = request.userId === request.requestedBy
      return isForManagers && viewerMay(viewer, 'track_live_locations')
    },
  },
}
