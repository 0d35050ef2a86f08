import type { EventOf } from '@muster/contract/feed.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { type EventRules, type FeedViewer, type NodeCaches, viewerMay } from '../../live/event-rules.ts'
import { withLink } from '../../live/with-links.ts'

/** Memberships and presence states are visible to people who may view the zone's users, and to the person concerned. */
const canSee = (viewer: FeedViewer, event: { userId: string }) =>
  event.userId === viewer.userId || viewerMay(viewer, 'view_zone_users')

/** Applies `canSee`, and replaces the picture with a link signed for the viewer. */
const canSeeMembership = <E extends EventOf<'membership.added' | 'membership.accepted'>>(
  viewer: FeedViewer,
  event: E,
) => {
  const { listed } = event
  if (!canSee(viewer, event) || !listed.member?.profileImageUrl) return canSee(viewer, event)
  return { ...event, listed: { ...listed, member: withLink(listed.member, viewer) } }
}

const forgetMembership = ({ members, actorZones }: NodeCaches, { userId }: { userId: string }) => {
  members.forgetUser(userId)
  actorZones.forgetUser(userId)
}

/** Drops the person's memberships and sessions from a node's caches, because the rights of a session may depend on memberships. */
const forgetPerson = (caches: NodeCaches, event: { userId: string }) => {
  caches.sessions.forget({ userId: event.userId })
  forgetMembership(caches, event)
}

/** Rules for events that triggers publish whenever a membership, profile or PIN changes. */
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
    canSee: canSeeMembership,
    forget: forgetPerson,
    regrants: 'person',
  },
  'membership.accepted': {
    on: ['zone', 'user'],
    canSee: canSeeMembership,
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
    forget: forgetMembership,
    closes: ({ zoneId, userId }, follower) => (userId === follower.userId ? [zoneTopic(zoneId)] : []),
    regrants: 'topics',
  },
  'user.changed': {
    on: ['user'],
    canSee: (viewer, event) =>
      canSee(viewer, event) && (event.member ? { ...event, member: withLink(event.member, viewer) } : true),
    forget(caches, event) {
      caches.trackers.forgetAbout(event.userId)
      forgetPerson(caches, event)
    },
    regrants: 'person',
  },
  'pin.changed': { on: ['user'], canSee },
}
