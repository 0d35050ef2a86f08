import { can } from '@muster/domain/permission.ts'
import type { EventRules, FeedViewer } from '../../live/event-rules.ts'
import { withLink } from '../../live/with-links.ts'

/** The presence of others is for those who watch the zone; one's own is always one's own. */
const watches = ({ role }: FeedViewer) => role !== null && can(role, 'view_attendance')

export const presenceEvents: EventRules<'presence.changed' | 'presence.seen' | 'presence.located'> = {
  'presence.changed': {
    on: ['zone', 'user'],
    seenBy(viewer, event) {
      if (event.userId !== viewer.userId && !watches(viewer)) return false
      const { listed } = event
      if (!listed?.member) return true
      return { ...event, listed: { ...listed, member: withLink(listed.member, viewer) } }
    },
  },
  'presence.seen': {
    on: ['zone'],
    passing: true,
    seenBy(viewer, event) {
      if (watches(viewer)) return true
      const own = event.seen.filter(it => it.userId === viewer.userId)
      return own.length > 0 && { ...event, seen: own }
    },
  },
  'presence.located': {
    on: ['zone'],
    passing: true,
    seenBy: ({ role }) => role !== null && can(role, 'track_live_locations'),
  },
}
