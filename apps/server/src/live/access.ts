import type { FeedEvent } from '@muster/contract/feed.ts'
import type { ActiveSession } from '../rpc/sessions.ts'

/** A topic somebody may follow. */
export type Grant<Viewer> = {
  readonly topic: string
  /** As what they look at the topic: whatever `maySee` needs, for example their role in the zone. */
  readonly viewer: Viewer
  /** Milliseconds since 1970 after which the grant must be asked for anew; absent when only an event ends it. */
  readonly until?: number
}

/** Access to topics and events: the features hold the rules, `app/` puts them together. */
export type FeedAccess<Viewer> = {
  /** The topics of those asked for that the person may follow now. Reads the database, not a memory of it. */
  grant(
    session: ActiveSession,
    topics: readonly string[],
  ): Promise<{ granted: readonly Grant<Viewer>[]; denied: readonly string[] }>
  /**
   * May the viewer see this event of a topic granted to them, or what part of it? Called for every event and socket: keep
   * it cheap.
   */
  maySee(viewer: Viewer, event: FeedEvent): boolean | FeedEvent
  /**
   * The topics this event takes away from the person; `session` when it ends their session. Called for every event
   * and socket.
   */
  revokes(event: FeedEvent, session: ActiveSession): readonly string[] | 'session'
  /**
   * Whether this event on a person's own topic changes what they may follow (`topics`), or even who they are
   * (`person`): then it is asked for anew, and what was taken may come back.
   */
  regrants(event: FeedEvent): 'topics' | 'person' | undefined
  /** How an event that only passes by is put together with a newer one of its kind and topic; undefined for all others. */
  merges?(event: FeedEvent): ((older: FeedEvent, newer: FeedEvent) => FeedEvent) | undefined
}
