import { zoneTopic } from '@muster/contract/topic.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { type EventRules, type FeedViewer, type NodeCaches, viewerMay } from '../../live/event-rules.ts'

/** Everybody who may follow a zone's topic may learn that the zone itself changed. */
const canSee = (viewer: FeedViewer) => viewerMay(viewer, 'view_zones')

/** Drops a node's cached data of the zone. */
const forget = ({ zones, zoneShapes, actorZones }: NodeCaches, { zoneId }: { zoneId: string }) => {
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
    forget,
  },
  'zone.changed': {
    on: ['zone'],
    canSee,
    forget,
    regrants: 'topics',
  },
  'zone.suspended': {
    on: ['zone'],
    canSee,
    forget,
    closes: ({ zoneId }, follower) => (isInternalAdmin(follower.role) ? [] : [zoneTopic(zoneId)]),
  },
  'zone.removed': {
    on: ['zone', 'admin'],
    canSee,
    forget,
    closes: ({ zoneId }) => [zoneTopic(zoneId)],
  },
  /** A trigger writes it when the PIN was changed or locked, or the membership ended. */
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
  /** Updates the person's own star on their other devices. */
  'zone.starred': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
  },
  /** A trigger counts and writes it. */
  'zone.occupancy': { on: ['zone'], passing: true, canSee },
  /** A job counts it once a minute. */
  'zone.unseen': { on: ['zone'], passing: true, canSee },
}
