import type { EventOf, FeedEvent, FeedEventKind } from '@muster/contract/feed.ts'
import {
  adminTopic,
  captainsTopic,
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

/**
 * The follower of a topic, with their effective role in its zone (null for topics without a zone) and the permissions granted to
 * them and revoked from them there.
 */
export type FeedViewer = Partial<PermissionChanges> & {
  readonly userId: string
  readonly role: Role | null
  /** Signs links to stored files for the follower's session. */
  readonly linkTo: (path: string) => string
}

/** True if the viewer has the permission in the zone of the followed topic; false without a zone. */
export const viewerMay = ({ role, ...changes }: FeedViewer, permission: Permission): boolean =>
  role !== null && mayInZone({ role, ...changes }, permission)

type CacheOf<What> = What & { forgetAll(): void }
type UserCache = { forgetUser(userId: string): void }
type ZoneCache = { forgetZone(zoneId: string): void }
/** The keys of devices, by person or zone. */
type Keys = { forgetAbout(id: string): void }

/** The caches of a node that an event may invalidate. */
export type NodeCaches = {
  readonly sessions: CacheOf<{ forget(what: { sessionId: string } | { userId: string }): void }>
  readonly members: CacheOf<UserCache>
  readonly actorZones: CacheOf<UserCache & ZoneCache>
  readonly trackers: CacheOf<Keys>
  readonly badgeKeys: CacheOf<Keys>
  readonly zones: CacheOf<ZoneCache>
  readonly map: CacheOf<{ forget(): void }>
  readonly zoneShapes: CacheOf<ZoneCache>
}

/**
 * The argument of a feature whose writes invalidate some of the caches: immediately on this node, and through an event on the
 * others.
 */
export type ChangesCaches<Part extends keyof NodeCaches> = { readonly caches: Pick<NodeCaches, Part> }

/** The owner of a socket, as needed to decide what an event revokes. */
export type Follower = { readonly userId: string; readonly sessionId: string; readonly role: Role }

/** The rule for one kind of event. Its payload is in the contract. */
export type EventRule<E extends FeedEvent> = {
  /** `user`, `zone` and `captains`: of the person and zone it names. A trigger may add further zones of the person. */
  readonly on: readonly TopicKind[]
  /** Returns the topics of an event that are derived from other ids in it. They replace the topics in `on`. */
  topics?(event: E): readonly string[]
  /**
   * Decides whether a follower of the topic may see the event, or returns its visible part. Called for every event and socket, so
   * keep it cheap.
   */
  canSee(viewer: FeedViewer, event: E): boolean | E
  /** Drops the changed data from the caches on every node. */
  forget?(caches: NodeCaches, event: E): void
  /** Returns the topics that the event takes away from the follower; `session` if it ends their session. */
  closes?(event: E, follower: Follower): readonly string[] | 'session'
  /** Stored for only a minute. Whoever was away longer reloads the zone (live/replay.ts); for groups there is nothing to reload. */
  readonly passing?: true
  /** Keeps each person's newer data, because transient events are sent to sockets together (live/event-batch.ts). */
  merge?(older: E, newer: E): E
  /** Set for events on a person's own topic that change what they may follow, or even who they are. */
  readonly regrants?: 'topics' | 'person'
}

export type EventRules<Kind extends FeedEventKind> = { readonly [K in Kind]: EventRule<EventOf<K>> }

/** Returns the rule for an event of any kind; undefined for a kind that only a newer node knows. */
export function findRule(
  rules: EventRules<FeedEventKind>,
  { kind }: { readonly kind: FeedEventKind },
): EventRule<FeedEvent> | undefined {
  // The rule is stored under the kind of its event, which the type cannot express.
  return rules[kind] as EventRule<FeedEvent> | undefined
}

/** Returns the event once for each topic in its rule, or only for topics of the given kinds, ready to be appended. */
export function announce<Kind extends FeedEventKind>(
  rules: EventRules<Kind>,
  event: EventOf<Kind>,
  onlyKinds?: readonly TopicKind[],
): FeedAppend[] {
  const { on, topics } = rules[event.kind as Kind]
  const namedTopics = (!onlyKinds && topics?.(event)) || (onlyKinds ?? on).map(kind => toTopic(kind, event))
  return namedTopics.map(topic => ({ topic, event }))
}

function toTopic(kind: TopicKind, event: FeedEvent): string {
  if (kind === 'zone' && 'zoneId' in event && event.zoneId !== null) return zoneTopic(event.zoneId)
  if (kind === 'captains' && 'zoneId' in event && event.zoneId !== null) return captainsTopic(event.zoneId)
  if (kind === 'group' && 'groupId' in event) return groupTopic(event.groupId)
  if (kind === 'user' && 'userId' in event) return userTopic(event.userId)
  if (kind === 'admin') return adminTopic
  if (kind === 'everyone') return everyoneTopic
  throw new Error(`The event ${event.kind} names no ${kind}`)
}
