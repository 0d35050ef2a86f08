import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Applies an event to the cache, one of each feature (`presence.live.ts`). Patches what the event alone decides
 * and answers with the keys of the queries that must be asked again; also of those it would have patched if they were
 * there already. The same event may be put to an answer that was under way when it came, and that knows of it or not: so what is
 * patched is what is newer, and nothing but the cache is touched. `me` is the user's id, `topic` where
 * the event was heard: some come on two.
 */
export type FeedApplier = (
  client: QueryClient,
  event: FeedEvent,
  me: string,
  topic?: string,
) => readonly QueryKey[]

/** An event and the topic it was heard on. */
export type HeardEvent = { readonly event: FeedEvent; readonly topic: string | undefined }

/** Tells the person of an event, once, before it changes the cache. */
export type FeedNotice = (client: QueryClient, event: FeedEvent, me: string) => void

/** The queries whose answer a topic keeps up to date: asked again when following it begins or ends. */
export type TopicKeys = (topic: Topic, me: string) => readonly QueryKey[]

/** The handlers of all features for the feed, put together by `app/live-handlers.ts`. */
export type LiveHandlers = {
  readonly appliers: readonly FeedApplier[]
  readonly notices?: readonly FeedNotice[]
  /** Without any, everything is asked again. */
  readonly topicKeys?: readonly TopicKeys[]
}
