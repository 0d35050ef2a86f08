import type { FeedEntry } from '../live/entry.ts'
import { findRule, type NodeCaches } from '../live/event-rules.ts'
import { eventRules } from './events.ts'

/**
 * Keeps the caches of this node up to date: an event drops what it changed. While the feed cannot be followed (`forgetEverything`),
 * cached data must not be trusted.
 */
export function createEventHandlers(caches: NodeCaches) {
  return {
    handle(entry: Pick<FeedEntry, 'kind' | 'event'>) {
      findRule(eventRules, entry)?.forget?.(caches, entry.event)
    },
    forgetEverything() {
      for (const cache of Object.values(caches)) cache.forgetAll()
    },
  }
}
