import { captainsTopic, zoneTopic } from '@muster/contract/topic.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { type EventRules, type FeedViewer, type NodeCaches, viewerMay } from '../../live/event-rules.ts'

/** Changes to the zone itself are visible to everybody who may view zones. */
const canSee = (viewer: FeedViewer) => viewerMay(viewer, 'view_zones')

const forgetZone = ({ zones, zoneShapes, actorZones }: NodeCaches, { zoneId }: { zoneId: string }) => {
  actorZones.forgetZone(zoneId)
  zones.forgetZone(zoneId)
  zoneShapes.forgetZone(zoneId)
}

export const zonesEvents: EventRules<
  | 'zone.created'
  | 'zone.changed'
  | 'zone.suspended'
  | 'zone.removed'
  | 'zone.occupancy'
  | 'zone.unseen'
  | 'entry.ended'
  | 'pin.reset_asked'
  | 'zone.starred'
> = {
  'zone.created': {
    on: ['admin'],
    canSee,
    forget: forgetZone,
  },
  'zone.changed': {
    on: ['zone'],
    canSee,
    forget: forgetZone,
    regrants: 'topics',
  },
  'zone.suspended': {
    on: ['zone'],
    canSee,
    forget: forgetZone,
    closes: ({ zoneId }, follower) =>
      isInternalAdmin(follower.role) ? [] : [zoneTopic(zoneId), captainsTopic(zoneId)],
  },
  'zone.removed': {
    on: ['zone', 'admin'],
    canSee,
    forget: forgetZone,
    closes: ({ zoneId }) => [zoneTopic(zoneId), captainsTopic(zoneId)],
  },
  /** Published by a trigger when an entry ends early: the PIN was changed or locked, or the membership ended. */
  'entry.ended': {
    on: ['user'],
    forget: ({ actorZones }, { userId }) => actorZones.forgetUser(userId),
    canSee: ({ userId }, event) => event.userId === userId,
    closes: ({ zoneId, sessionId }, follower) =>
      sessionId === follower.sessionId ? [zoneTopic(zoneId)] : [],
    // Access to the topics of the zone's groups ends with the entry.
    regrants: 'topics',
  },
  'pin.reset_asked': {
    on: ['zone'],
    canSee: viewer => viewerMay(viewer, 'reset_zone_pin'),
  },
  /** Tells the person's other devices that they starred or unstarred a zone. */
  'zone.starred': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
  },
  /** Counted and published by triggers. */
  'zone.occupancy': {
    on: ['zone'],
    passing: true,
    canSee: (viewer, event) =>
      canSee(viewer) && (viewerMay(viewer, 'view_attendance') ? true : { ...event, parts: null }),
  },
  /** Counted and published by a job once a minute. */
  'zone.unseen': {
    on: ['zone'],
    passing: true,
    canSee: (viewer, event) =>
      canSee(viewer) && (viewerMay(viewer, 'view_attendance') ? true : { ...event, unseenByBadge: 0 }),
  },
}
