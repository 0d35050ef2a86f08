import { useContext, useEffect } from 'react'
import type { FeedClient } from './feed-client.ts'
import { FeedContext } from './feed-context.ts'

/** Follows the topic (see the contract's `topic.ts`) while the component is mounted. */
export function useFeedTopic(topic: string | undefined): void {
  const feed = useContext(FeedContext)
  useEffect(() => (topic === undefined ? undefined : feed?.watch(topic)), [feed, topic])
}

/** Returns the feed of the session, for `watchAgain()`; null if nobody is signed in. */
export function useFeed(): FeedClient | null {
  return useContext(FeedContext)
}
