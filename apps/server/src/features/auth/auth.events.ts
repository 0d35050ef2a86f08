import type { EventRules, FeedViewer } from '../../live/event-rules.ts'

/** Where somebody is signed in is theirs alone. */
const seenBy = ({ userId }: FeedViewer, event: { userId: string }) => event.userId === userId

export const authEvents: EventRules<'session.started' | 'session.revoked'> = {
  'session.started': { on: ['user'], seenBy },
  /** A trigger writes it, however a session ends; without a session it is all of the person's. */
  'session.revoked': {
    on: ['user'],
    seenBy,
    forget: ({ sessions }, { userId, sessionId }) => sessions.forget(sessionId ? { sessionId } : { userId }),
    closes(event, follower) {
      if (event.userId !== follower.userId) return []
      return event.sessionId === null || event.sessionId === follower.sessionId ? 'session' : []
    },
  },
}
