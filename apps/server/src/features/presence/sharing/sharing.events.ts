import { can } from '@muster/domain/permission.ts'
import type { EventRules } from '../../../live/event-rules.ts'

/** Triggers of the tables write them, however a change came about. */
export const sharingEvents: EventRules<'presence.sharing' | 'tracking_request.changed'> = {
  'presence.sharing': {
    on: ['user', 'zone'],
    seenBy({ userId, role }, event) {
      if (event.userId === userId) return true
      if (role === null || !can(role, 'view_attendance')) return false
      return { ...event, sharing: event.sharing && { ...event.sharing, sessionId: null } }
    },
  },
  'tracking_request.changed': {
    on: ['user', 'zone'],
    /** Between the two it is about; what somebody asks for themselves is for all who may answer it. */
    seenBy({ userId, role }, { request }) {
      if (request.userId === userId || request.requestedBy === userId) return true
      const isForManagers = request.userId === request.requestedBy
      return isForManagers && role !== null && can(role, 'track_live_locations')
    },
  },
}
