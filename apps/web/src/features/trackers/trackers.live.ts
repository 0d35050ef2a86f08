import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** One's own trackers, which one's own topic keeps up to date. */
export function trackersTopicKeys(topic: Topic, me: string): QueryKey[] {
  return topic.kind === 'user' && topic.id === me ? [orpc.trackers.list.key()] : []
}

/** A tracker came or went: there are few, and they are read again. */
export function applyTrackers(_client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  return event.kind === 'tracker.changed' && event.userId === me ? [orpc.trackers.list.key()] : []
}
