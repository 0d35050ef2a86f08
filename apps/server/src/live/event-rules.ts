import type { EventOf, FeedEvent, FeedEventKind } from '@muster/contract/feed.ts'
import {
  adminTopic,
  everyoneTopic,
  groupTopic,
  type TopicKind,
  userTopic,
  zoneTopic,
} from '@muster/contract/topic.ts'
import type { Permission } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { mayInZone, type PermissionChanges } from '@muster/domain/zone-permission.ts'
import type { FeedAppend } from './append.ts'

/** As whom somebody follows a topic: their effective role in the zone of the topic, with what was granted or taken away there; null where there is no zone. */
export type FeedViewer = Partial<PermissionChanges> & {
  readonly userId: string
  readonly role: Role | null
  /** Makes the address of a stored file, for the session that follows. */
  readonly linkTo: (path: string) => string
}

/** Whether they may do it in the zone of the topic they follow; nothing where there is none. */
export const viewerMay = ({ role, ...changes }: FeedViewer, permission: Permission): boolean =>
  role !== null && mayInZone({ role, ...changes }, permission)

type Forgets<What> = What & { forgetAll(): void }
type OfUser = { forgetUser(userId: string): void }
type OfZone = { forgetZone(zoneId: string): void }

/** The caches of a node that an event may make old. */
export type NodeCaches = {
  readonly sessions: Forgets<{ forget(what: { sessionId: string } | { userId: string }): void }>
  readonly members: Forgets<OfUser>
  readonly actorZones: Forgets<OfUser & OfZone>
  readonly trackers: Forgets<OfUser>
  readonly zones: Forgets<OfZone>
  readonly map: Forgets<{ forget(): void }>
  readonly zoneShapes: Forgets<OfZone>
}

/** The argument of a feature whose writes make some of the caches old, here at once and elsewhere by an event. */
export type ChangesCaches<Part extends keyof NodeCaches> = { readonly caches: Pick<NodeCaches, Part> }

/** Whose socket asks what an event takes from it. */
export type Follower = { readonly userId: string; readonly sessionId: string; readonly role: Role }

/** All there is to know of one kind of event. Its payload is in the contract. */
export type EventRule<E extends FeedEvent> = {
  /** Where it is heard. Of `user` and `zone` those it names; a trigger may name more zones, where the person is a member. */
  readonly on: readonly TopicKind[]
  /** The topics of one event, where they are not all of `on` or follow from other ids of the event. */
  topics?(event: E): readonly string[]
  /**
   * May somebody who follows the topic see it? Or only a part of it: then that part. Asked for every event and socket:
   * keep it cheap.
   */
  seenBy(viewer: FeedViewer, event: E): boolean | E
  /** Drops from the caches, on every node, what the event changed. */
  forget?(caches: NodeCaches, event: E): void
  /** The topics it takes away from who follows them; `session` when it ends their session. */
  closes?(event: E, follower: Follower): readonly string[] | 'session'
  /**
   * Passing events are kept for a minute; later the newest state says more. Who was away longer reads a zone anew (live/replay.ts); of a
   * group nothing has to be read for what passed.
   */
  readonly passing?: true
  /** Two of one topic as one, the newer facts of each person: sockets are sent what passes by together (live/gathered.ts). */
  merge?(older: E, newer: E): E
  /** On a person's own topic: what they may follow is another now, or even who they are. */
  readonly regrants?: 'topics' | 'person'
}

/** The rules of a feature's events, one for each kind. */
export type EventRules<Kind extends FeedEventKind> = { readonly [K in Kind]: EventRule<EventOf<K>> }

/** The rule of an event, whatever its kind; none for a kind that only a newer node knows. */
export function ruleOf(
  rules: EventRules<FeedEventKind>,
  { kind }: { readonly kind: FeedEventKind },
): EventRule<FeedEvent> | undefined {
  // The rule stands under the kind of its event, which is more than the type can follow.
  return rules[kind] as EventRule<FeedEvent> | undefined
}

/** The event on every topic its rule names, ready to be appended. */
export function announce<Kind extends FeedEventKind>(
  rules: EventRules<Kind>,
  event: EventOf<Kind>,
): FeedAppend[] {
  const rule = rules[event.kind as Kind]
  const topics = rule.topics?.(event) ?? rule.on.map(kind => topicOf(kind, event))
  return topics.map(topic => ({ topic, event }))
}

function topicOf(kind: TopicKind, event: FeedEvent): string {
  if (kind === 'zone' && 'zoneId' in event && event.zoneId !== null) return zoneTopic(event.zoneId)
  if (kind === 'group' && 'groupId' in event) return groupTopic(event.groupId)
  if (kind === 'user' && 'userId' in event) return userTopic(event.userId)
  if (kind === 'admin') return adminTopic
  if (kind === 'everyone') return everyoneTopic
  throw new Error(`The event ${event.kind} names no ${kind}`)
}
