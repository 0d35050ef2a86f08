import type { FeedEntry } from '../live/entry.ts'
import { findRule, type NodeCaches } from '../live/event-rules.ts'
import { eventRules } from './events.ts'

/** When the feed cannot be followed, `forgetEverything` empties the caches, because they can no longer be trusted. */
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
