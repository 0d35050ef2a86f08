import type { FeedEntry } from '../live/entry.ts'
import { type NodeMemory, ruleOf } from '../live/event-rules.ts'
import { eventRules } from './events.ts'

type Forgettable = { [Part in keyof NodeMemory]: NodeMemory[Part] & { forgetAll(): void } }

/**
 * What this node holds in memory follows the feed: an event drops what it changed. While the feed cannot be followed
 * (`forgetEverything`), nothing held may be trusted.
 */
export function createEventHandlers(memory: Forgettable) {
  return {
    handle(entry: Pick<FeedEntry, 'kind' | 'event'>) {
      ruleOf(eventRules, entry)?.forget?.(memory, entry.event)
    },
    forgetEverything() {
      for (const part of Object.values(memory)) part.forgetAll()
    },
  }
}
