import type { EventOf } from '@muster/contract/feed.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { type EventRules, type FeedViewer, type NodeCaches, viewerMay } from '../../live/event-rules.ts'
import { withLink } from '../../live/with-links.ts'

/** True if the viewer sees the zone's users, or if the membership is their own. */
const canSee = (viewer: FeedViewer, event: { userId: string }) =>
  event.userId === viewer.userId || viewerMay(viewer, 'view_zone_users')

/** Adds the person's picture as a link signed for the viewer. */
const toListed = <E extends EventOf<'membership.added' | 'membership.accepted'>>(
  viewer: FeedViewer,
  event: E,
) => {
  const { listed } = event
  if (!canSee(viewer, event) || !listed.member?.profileImageUrl) return canSee(viewer, event)
  return { ...event, listed: { ...listed, member: withLink(listed.member, viewer) } }
}

/** Drops a node's cached memberships of the person. */
const forget = ({ members, actorZones }: NodeCaches, { userId }: { userId: string }) => {
  members.forgetUser(userId)
  actorZones.forgetUser(userId)
}

/** Drops the person's cached memberships and sessions, because the session's rights may depend on managing others. */
const forgetPerson = (caches: NodeCaches, event: { userId: string }) => {
  caches.sessions.forget({ userId: event.userId })
  forget(caches, event)
}

/** Rules of events that table triggers write, however a membership, profile or PIN is changed. */
export const usersEvents: EventRules<
  | 'membership.added'
  | 'membership.accepted'
  | 'membership.changed'
  | 'membership.removed'
  | 'user.changed'
  | 'pin.changed'
> = {
  'membership.added': {
    on: ['zone', 'user'],
    canSee: toListed,
    forget: forgetPerson,
    regrants: 'person',
  },
  'membership.accepted': {
    on: ['zone', 'user'],
    canSee: toListed,
    forget: forgetPerson,
    regrants: 'person',
  },
  'membership.changed': {
    on: ['zone', 'user'],
    canSee,
    forget: forgetPerson,
    regrants: 'person',
  },
  'membership.removed': {
    on: ['zone', 'user'],
    canSee,
    forget,
    closes: ({ zoneId, userId }, follower) => (userId === follower.userId ? [zoneTopic(zoneId)] : []),
    regrants: 'topics',
  },
  'user.changed': {
    on: ['user'],
    canSee: (viewer, event) =>
      canSee(viewer, event) && (event.member ? { ...event, member: withLink(event.member, viewer) } : true),
    forget(caches, event) {
      caches.trackers.forgetUser(event.userId)
      forgetPerson(caches, event)
    },
    regrants: 'person',
  },
  'pin.changed': { on: ['user'], canSee },
}
