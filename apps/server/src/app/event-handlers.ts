import type { FeedEntry } from '../live/entry.ts'
import { type NodeCaches, ruleOf } from '../live/event-rules.ts'
import { eventRules } from './events.ts'

/**
 * Keeps the in-memory caches of this node in sync with the feed: an event drops what it changed. While the feed cannot be followed
 * (`forgetEverything`), no cached value may be used.
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
