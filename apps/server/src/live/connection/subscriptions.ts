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
  let ownTopic = ''
  let wantedTopics: readonly string[] = []
  let grantsByTopic = new Map<string, Grant<Viewer> | null>()

  return {
    get topics() {
      return [...grantsByTopic.keys()]
    },
    ask(topics: readonly string[]) {
      wantedTopics = topics
    },
    /**
     * Returns which topics are denied, lost, and whether any are new. They are watched meanwhile: their entries wait in the backlog.
     */
    async readGrants(session: ActiveSession) {
      ownTopic = userTopic(session.userId)
      const previousGrants = grantsByTopic
      const otherTopics = new Set(wantedTopics)
      otherTopics.delete(ownTopic)
      watch(new Set([ownTopic, ...otherTopics]))
      const grantResult =
        otherTopics.size > 0 ? await access.grant(session, [...otherTopics]) : { granted: [] }
      grantsByTopic = new Map([[ownTopic, null]])
      for (const grant of grantResult.granted)
        if (otherTopics.has(grant.topic)) grantsByTopic.set(grant.topic, grant)
      watch(new Set(grantsByTopic.keys()))
      return {
        denied: [...otherTopics].filter(topic => !grantsByTopic.has(topic)),
        lost: [...previousGrants.keys()].filter(topic => otherTopics.has(topic) && !grantsByTopic.has(topic)),
        hasNew: [...grantsByTopic.keys()].some(topic => !previousGrants.has(topic)),
      }
    },
    /** Returns the part of an event that the grant reveals: all of it, some of it, or nothing (undefined). */
    visiblePart(entry: FeedEntry): FeedEvent | undefined {
      const grant = grantsByTopic.get(entry.topic)
      if (grant === undefined) return undefined
      const visibility = grant === null || access.maySee(grant.viewer, entry.event)
      return visibility === true ? entry.event : visibility || undefined
    },
    isOwn: (topic: string) => topic === ownTopic,
    /** Revokes these topics, except the person's own, and returns those that had been granted. */
    drop(topics: readonly string[]) {
      const droppedTopics = topics.filter(topic => topic !== ownTopic && grantsByTopic.delete(topic))
      watch(new Set(grantsByTopic.keys()))
      return droppedTopics
    },
    hasExpired: (now: number) =>
      [...grantsByTopic.values()].some(grant => grant?.until !== undefined && grant.until <= now),
  }
}
