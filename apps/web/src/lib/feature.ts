import type { FeedEventKind } from '@muster/contract/feed.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { FeedApplier, FeedNotifier, TopicKeyResolver } from '../live/appliers.ts'
import type { OutboxKind } from '../offline/outbox-kind.ts'
import type { Act } from './act.ts'

export type QueryKeysByEvent = Readonly<Partial<Record<FeedEventKind, readonly QueryKey[]>>>

/**
 * Everything that a feature registers, except its pages (`app/pages.tsx`). `app/features.ts` lists the features. Query keys in a
 * feature are those of its own queries, whichever feature's event concerns them.
 */
export type Feature = {
  /** Refetched at most once a second. Data that changes many times a second is patched by `live` instead. */
  readonly refetchAfter?: QueryKeysByEvent
  /** The same for events about the user. These queries are also refetched when the user's own topic starts being followed. */
  readonly refetchAfterOwn?: QueryKeysByEvent
  /** Queries about a zone, to be refetched when its topic starts being followed or the server revokes it. */
  readonly zoneQueries?: readonly QueryKey[]
  /** Time alone changes their response, for example at midnight in the zone: refetched every 15 minutes (`app/signed-in.tsx`). */
  readonly refetchByClock?: readonly QueryKey[]
  /** Patches of the cache, and the keys of the queries that other topics keep up to date. */
  readonly live?: readonly { readonly apply?: FeedApplier; readonly topicKeys?: TopicKeyResolver }[]
  readonly notices?: readonly FeedNotifier[]
  readonly acts?: readonly Act[]
  /** The feature's outbox kinds. Those that the service worker can also send are listed in service-worker/send-waiting.ts. */
  readonly outbox?: readonly OutboxKind[]
}
