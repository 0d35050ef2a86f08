import type { FeedEvent } from '@muster/contract/feed.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { FeedApplier, LiveHandlers, TopicKeyResolver } from '../live/appliers.ts'
import { features } from './features.ts'
import { notifyAdded, notifyPinResetRequested, notifyRemoved, notifyRoleChanged } from './live-notices.ts'

/** Matches every query, because a change in the person's rights in a zone affects nearly every response about that zone. */
const allQueriesKey: QueryKey = []
const changesOwnRights = (event: FeedEvent, me: string) =>
  event.kind === 'membership.changed' && event.userId === me

export const refetchByEvent: FeedApplier = (_client, event, me) => {
  const isOwn = 'userId' in event && event.userId === me
  return [
    ...features.flatMap(({ refetchAfter, refetchAfterOwn }) => [
      ...(refetchAfter?.[event.kind] ?? []),
      ...((isOwn && refetchAfterOwn?.[event.kind]) || []),
    ]),
    ...(changesOwnRights(event, me) ? [allQueriesKey] : []),
  ]
}

/** Returns the keys of all queries about a topic, to be refetched when the topic starts being followed or the server revokes it. */
export const keysToRefetch: TopicKeyResolver = (topic, me) => {
  if (topic.kind === 'zone' || topic.kind === 'admin')
    return features.flatMap(({ zoneQueries }) => zoneQueries ?? [])
  if (topic.kind !== 'user' || topic.id !== me) return []
  const ownKeys = features.flatMap(({ refetchAfterOwn = {} }) => Object.values(refetchAfterOwn).flat())
  return [...new Set(ownKeys)]
}

const live = features.flatMap(feature => feature.live ?? [])

export const liveHandlers: LiveHandlers = {
  appliers: [refetchByEvent, ...live.flatMap(({ apply }) => apply ?? [])],
  notices: [
    notifyRemoved,
    notifyRoleChanged,
    notifyPinResetRequested,
    notifyAdded,
    ...features.flatMap(({ notices }) => notices ?? []),
  ],
  topicKeys: [keysToRefetch, ...live.flatMap(({ topicKeys }) => topicKeys ?? [])],
}
