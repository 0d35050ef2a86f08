import { type EventRules, viewerMay } from '../../live/event-rules.ts'

export const badgesEvents: EventRules<'badge.changed' | 'badge.read' | 'badge_key.changed'> = {
  'badge.changed': {
    on: ['zone'],
    canSee: viewer => viewerMay(viewer, 'view_attendance'),
  },
  // For webhooks, which read the feed itself. Screens follow `badge.changed`, which is sent once for a whole request.
  'badge.read': { on: ['zone'], canSee: () => false },
  'badge_key.changed': {
    on: ['zone'],
    canSee: viewer => viewerMay(viewer, 'edit_zones'),
    forget: ({ badgeKeys }, { zoneId }) => badgeKeys.forgetAbout(zoneId),
  },
}
