import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { connectionStore } from '../lib/connection-store.ts'
import { dropEarlyReads } from '../lib/early-reads.ts'
import { type FeedStart, feedStart } from '../lib/feed-start.ts'
import { makeLinksAbsolute, serverOrigin } from '../lib/server-address.ts'
import type { LiveHandlers } from './appliers.ts'
import { createCacheFeeder } from './cache-feeder.ts'
import { createFeedClient, type FeedClient } from './feed-client.ts'
import { FeedContext } from './feed-context.ts'
import { retryFailedReads } from './retry-failed-reads.ts'

type Props = {
  /** The session's token and the user's id. A change of either starts a new feed. */
  token: string
  userId: string
  handlers: LiveHandlers
  /** Called when the server has ended the session of this token. */
  onSignedOut: (token: string) => void
  /** Called when the session may only set up the second step. */
  onTwoStepDue?: () => void
  /** Called when the server uses another version than this page. */
  onOutdated?: () => void
  /** Replaces the browser's WebSocket in tests. */
  WebSocket?: unknown
  children: ReactNode
}

/** Keeps the surrounding query cache in sync too. Callbacks and handlers must be stable, because a change starts a new feed. */
export function FeedProvider({
  token,
  userId,
  handlers,
  onSignedOut,
  onTwoStepDue,
  onOutdated,
  WebSocket,
  children,
}: Props) {
  const queryClient = useQueryClient()
  const [feed, setFeed] = useState<FeedClient | null>(null)

  useEffect(() => {
    const feeder = createCacheFeeder(queryClient, handlers, userId)
    const stopRetrying = retryFailedReads(queryClient)
    let start: FeedStart | undefined
    const client = createFeedClient({
      url: feedUrl(serverOrigin()),
      token,
      onEvent: (event, topic) => feeder.event(makeLinksAbsolute(event), topic),
      findStart() {
        dropEarlyReads()
        start = feedStart.take(token)
        return start
      },
      onResync: feeder.everything,
      onCovered: feeder.topics,
      onContinued: topics => feeder.topicsBefore(topics, start?.at ?? Date.now()),
      onLost: feeder.topics,
      onStatus(status) {
        connectionStore.set(status)
        if (status === 'live') feedStart.end(token)
      },
      onMessage: connectionStore.recordMessage,
      onSignedOut: () => onSignedOut(token),
      onTwoStepDue,
      onOutdated,
      WebSocket,
    })
    const stopWatchingGaps = feedStart.onGap(feeder.everything)
    connectionStore.set(client.status)
    setFeed(client)
    return () => {
      client.close()
      feeder.stop()
      stopRetrying()
      stopWatchingGaps()
      connectionStore.set('idle')
      setFeed(null)
    }
  }, [queryClient, token, userId, handlers, onSignedOut, onTwoStepDue, onOutdated, WebSocket])

  return <FeedContext value={feed}>{children}</FeedContext>
}

function feedUrl(page: string): string {
  const url = new URL('/live', page)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}
