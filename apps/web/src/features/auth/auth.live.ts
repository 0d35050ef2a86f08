import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** What is known of oneself, which one's own topic keeps up to date. */
export function authTopicKeys(topic: Topic, me: string): QueryKey[] {
  return topic.kind === 'user' && topic.id === me
    ? [orpc.auth.me.key(), orpc.auth.devices.key(), orpc.zones.myPin.key()]
    : []
}

/** What an event changes in what is known of oneself. Answers with the queries that must be asked again. */
export function applyAuth(_client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  switch (event.kind) {
    case 'user.changed':
      return event.userId === me ? [orpc.auth.me.key()] : []
    case 'pin.changed':
      return event.userId === me ? [orpc.zones.myPin.key()] : []
    case 'session.started':
    case 'session.revoked':
      return event.userId === me ? [orpc.auth.devices.key()] : []
    default:
      return []
  }
}
