import type { EventOf } from '@muster/contract/feed.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { type EventRules, type FeedViewer, type NodeCaches, viewerMay } from '../../live/event-rules.ts'
import { withLink } from '../../live/with-links.ts'

/** Who belongs to a zone, and how they are, is for those who see its users; one's own is always one's own. */
const seenBy = (viewer: FeedViewer, event: { userId: string }) =>
  event.userId === viewer.userId || viewerMay(viewer, 'view_zone_users')

/** The same, with the picture as a link of the viewer's own. */
const seenListed = <E extends EventOf<'membership.added' | 'membership.accepted'>>(
  viewer: FeedViewer,
  event: E,
) => {
  const { listed } = event
  if (!seenBy(viewer, event) || !listed.member?.profileImageUrl) return seenBy(viewer, event)
  return { ...event, listed: { ...listed, member: withLink(listed.member, viewer) } }
}

/** What nodes hold of where the person belongs. */
const forget = ({ members, actorZones }: NodeCaches, { userId }: { userId: string }) => {
  members.forgetUser(userId)
  actorZones.forgetUser(userId)
}

/** The same, where they may have come to look after others: what a session is good for may hang on that. */
const forgetPerson = (caches: NodeCaches, event: { userId: string }) => {
  caches.sessions.forget({ userId: event.userId })
  forget(caches, event)
}

/** Triggers of the tables write them, however a membership, profile or PIN is changed. */
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
    seenBy: seenListed,
    forget: forgetPerson,
    regrants: 'person',
  },
  'membership.accepted': {
    on: ['zone', 'user'],
    seenBy: seenListed,
    forget: forgetPerson,
    regrants: 'person',
  },
  'membership.changed': {
    on: ['zone', 'user'],
    seenBy,
    forget: forgetPerson,
    regrants: 'person',
  },
  'membership.removed': {
    on: ['zone', 'user'],
    seenBy,
    forget,
    closes: ({ zoneId, userId }, follower) => (userId === follower.userId ? [zoneTopic(zoneId)] : []),
    regrants: 'topics',
  },
  'user.changed': {
    on: ['user'],
    seenBy: (viewer, event) =>
      seenBy(viewer, event) && (event.member ? { ...event, member: withLink(event.member, viewer) } : true),
    forget(caches, event) {
      caches.trackers.forgetUser(event.userId)
      forgetPerson(caches, event)
    },
    regrants: 'person',
  },
  'pin.changed': { on: ['user'], seenBy },
}
