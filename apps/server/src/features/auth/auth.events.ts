import type { EventRules, FeedViewer } from '../../live/event-rules.ts'

/** True if the event is about the viewer: people see only their own sessions. */
const isOwnEvent = ({ userId }: FeedViewer, event: { userId: string }) => event.userId === userId

export const authEvents: EventRules<'session.started' | 'session.revoked'> = {
  'session.started': { on: ['user'], canSee: isOwnEvent },
  /** A trigger writes this event, however a session ends. Without a session id, it covers all of the person's sessions. */
  'session.revoked': {
    on: ['user'],
    canSee: isOwnEvent,
    forget: ({ sessions }, { userId, sessionId }) => sessions.forget(sessionId ? { sessionId } : { userId }),
    closes(event, follower) {
      if (event.userId !== follower.userId) return []
      return event.sessionId === null || event.sessionId === follower.sessionId ? 'session' : []
    },
  },
}
