import type { FeedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** One's own second step, which one's own topic keeps up to date. */
export function twoStepTopicKeys(topic: Topic, me: string): QueryKey[] {
  return topic.kind === 'user' && topic.id === me ? [orpc.twoStep.state.key()] : []
}

/** It was set up or taken away, here or elsewhere: what is asked of the person may be another now. */
export function applyTwoStep(_client: QueryClient, event: FeedEvent, me: string): QueryKey[] {
  return event.kind === 'two-step.changed' && event.userId === me
    ? [orpc.twoStep.state.key(), orpc.auth.me.key()]
    : []
}
