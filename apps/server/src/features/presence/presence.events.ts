import { can } from '@muster/domain/permission.ts'
import type { EventRules, FeedViewer } from '../../live/event-rules.ts'

/** The presence of others is for those who watch the zone; one's own is always one's own. */
const watches = ({ role }: FeedViewer) => role !== null && can(role, 'view_attendance')

export const presenceEvents: EventRules<'presence.changed' | 'presence.seen'> = {
  'presence.changed': {
    on: ['zone', 'user'],
    seenBy: (viewer, event) => event.userId === viewer.userId || watches(viewer),
  },
  'presence.seen': {
    on: ['zone'],
    passing: true,
    seenBy: (viewer, event) => watches(viewer) || event.seen.every(it => it.userId === viewer.userId),
  },
}
