import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** The map under everything is another one: those that are shown ask for it. */
export function applyMaps(_client: QueryClient, event: FeedEvent): QueryKey[] {
  return event.kind === 'map.changed' ? [orpc.maps.key()] : []
}

export function mapsTopicKeys(topic: Topic): QueryKey[] {
  return topic.kind === 'everyone' ? [orpc.maps.base.key()] : []
}
