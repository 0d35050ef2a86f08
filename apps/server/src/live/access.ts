import type { FeedEvent } from '@muster/contract/feed.ts'
import type { ActiveSession } from '../rpc/sessions.ts'

/** A topic somebody may follow. */
export type Grant<Viewer> = {
  readonly topic: string
  /** The data `maySee` needs about the follower, such as their role in the zone. */
  readonly viewer: Viewer
  /** Time in milliseconds since 1970 after which the grant must be renewed; absent if only an event ends it. */
  readonly until?: number
}

/** The rules for access to topics and events. Features define them, and `app/` combines them. */
export type FeedAccess<Viewer> = {
  /** Returns which of the requested topics the person may follow now. Reads the database, not a cache. */
  grant(
    session: ActiveSession,
    topics: readonly string[],
  ): Promise<{ granted: readonly Grant<Viewer>[]; denied: readonly string[] }>
  /**
   * Decides whether the viewer may see this event of a granted topic, or returns the visible part. Called for every event and
   * socket, so keep it cheap.
   */
  maySee(viewer: Viewer, event: FeedEvent): boolean | FeedEvent
  /**
   * Returns the topics this event takes away from the person; `session` if it ends their session. Called for every event and
   * socket.
   */
  revokes(event: FeedEvent, session: ActiveSession): readonly string[] | 'session'
  /** Whether it changes what they may follow or who they are; then grants are read again, and revoked topics may return. */
  regrants(event: FeedEvent): 'topics' | 'person' | undefined
  /** Merges a transient event with a newer one of the same kind and topic; undefined for all other events. */
  merges?(event: FeedEvent): ((older: FeedEvent, newer: FeedEvent) => FeedEvent) | undefined
}
