import { type EventRules, viewerMay } from '../../live/event-rules.ts'

export const badgesEvents: EventRules<'badge.changed' | 'badge_key.changed'> = {
  'badge.changed': {
    on: ['zone'],
    canSee: viewer => viewerMay(viewer, 'view_attendance'),
  },
  'badge_key.changed': {
    on: ['zone'],
    canSee: viewer => viewerMay(viewer, 'edit_zones'),
    forget: ({ badgeKeys }, { zoneId }) => badgeKeys.forgetZone(zoneId),
  },
}
