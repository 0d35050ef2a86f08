import type { FeedEvent } from '@muster/contract/feed.ts'
import { userTopic } from '@muster/contract/topic.ts'
import type { ActiveSession } from '../../rpc/sessions.ts'
import type { FeedAccess, Grant } from '../access.ts'
import type { FeedEntry } from '../entry.ts'

export type Subscriptions = ReturnType<typeof createSubscriptions>

/** Tracks the topics one socket requests and those granted to it; the person's own topic is always granted. */
export function createSubscriptions<Viewer>(
  access: FeedAccess<Viewer>,
  watch: (topics: ReadonlySet<string>) => void,
) {
  let own = ''
  let wantedTopics: readonly string[] = []
  let granted = new Map<string, Grant<Viewer> | null>()

  return {
    get topics() {
      return [...granted.keys()]
    },
    ask(topics: readonly string[]) {
      wantedTopics = topics
    },
    /** Reads the grants again. The topics are watched in the meantime, so that their entries wait in the backlog. */
    async readGrants(session: ActiveSession) {
      own = userTopic(session.userId)
      const before = granted
      const others = new Set(wantedTopics)
      others.delete(own)
      watch(new Set([own, ...others]))
      const answer = others.size > 0 ? await access.grant(session, [...others]) : { granted: [] }
      granted = new Map([[own, null]])
      for (const grant of answer.granted) if (others.has(grant.topic)) granted.set(grant.topic, grant)
      watch(new Set(granted.keys()))
      return {
        denied: [...others].filter(topic => !granted.has(topic)),
        lost: [...before.keys()].filter(topic => others.has(topic) && !granted.has(topic)),
        hasNew: [...granted.keys()].some(topic => !before.has(topic)),
      }
    },
    /** Returns the part of an event that the grant shows: none, some or all of it. */
    visiblePart(entry: FeedEntry): FeedEvent | undefined {
      const grant = granted.get(entry.topic)
      if (grant === undefined) return undefined
      const part = grant === null || access.maySee(grant.viewer, entry.event)
      return part === true ? entry.event : part || undefined
    },
    isOwn: (topic: string) => topic === own,
    /** Revokes these topics and returns those that had been granted. */
    drop(topics: readonly string[]) {
      const dropped = topics.filter(topic => topic !== own && granted.delete(topic))
      watch(new Set(granted.keys()))
      return dropped
    },
    hasExpired: (now: number) =>
      [...granted.values()].some(grant => grant?.until !== undefined && grant.until <= now),
  }
}
