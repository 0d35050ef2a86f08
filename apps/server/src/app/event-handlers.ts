import type { FeedEntry } from '../live/entry.ts'
import { type NodeCaches, ruleOf } from '../live/event-rules.ts'
import { eventRules } from './events.ts'

/**
 * What this node holds in memory follows the feed: an event drops what it changed. While the feed cannot be followed
 * (`forgetEverything`), nothing held may be trusted.
 */
export function createEventHandlers(caches: NodeCaches) {
  return {
    handle(entry: Pick<FeedEntry, 'kind' | 'event'>) {
      ruleOf(eventRules, entry)?.forget?.(caches, entry.event)
    },
    forgetEverything() {
      for (const part of Object.values(caches)) part.forgetAll()
    },
  }
}
