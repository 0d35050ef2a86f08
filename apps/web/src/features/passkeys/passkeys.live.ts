import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** One's own passkeys, which one's own topic keeps up to date. */
export function passkeysTopicKeys(topic: Topic, me: string): QueryKey[] {
  return topic.kind === 'user' && topic.id === me ? [orpc.passkeys.list.key()] : []
}

/** One came, went or was named: there are few, and they are read again. */
export function applyPasskeys(_client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  return event.kind === 'two-step.changed' && event.userId === me ? [orpc.passkeys.list.key()] : []
}
