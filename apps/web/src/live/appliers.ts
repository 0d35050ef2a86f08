import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Applies an event to the cache. A feature may have an applier of its own (`presence.live.ts`). It patches what the event alone determines,
 * and returns the keys of the queries to refetch, including queries it would have patched if they were loaded. It must have no
 * other effects and must ignore data that is not newer, because an event may be replayed on a response that already includes it.
 * `me` is the user's id. `topic` is the topic on which the event arrived, because some events arrive on two.
 */
export type FeedApplier = (
  client: QueryClient,
  event: FeedEvent,
  me: string,
  topic?: string,
) => readonly QueryKey[]

export type ReceivedEvent = { readonly event: FeedEvent; readonly topic: string | undefined }

/** Notifies the person of an event, once, before it changes the cache. */
export type FeedNotifier = (client: QueryClient, event: FeedEvent, me: string) => void

/** Refetched when the topic starts being followed or the server revokes it. */
export type TopicKeyResolver = (topic: Topic, me: string) => readonly QueryKey[]

/** The feed handlers of all features, which `app/live-handlers.ts` collects. */
export type LiveHandlers = {
  readonly appliers: readonly FeedApplier[]
  readonly notices?: readonly FeedNotifier[]
  /** If omitted, every query is refetched when a topic starts being followed or is revoked. */
  readonly topicKeys?: readonly TopicKeyResolver[]
}
