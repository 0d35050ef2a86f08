import type { FeedEvent } from '@muster/contract/feed.ts'
import { type NodeMemory, ruleOf } from '../live/event-rules.ts'
import { eventRules } from './events.ts'

type Forgettable = { [Part in keyof NodeMemory]: NodeMemory[Part] & { forgetAll(): void } }

/**
 * What this node holds in memory follows the feed: an event drops what it changed. While the feed cannot be followed
 * (`forgetEverything`), nothing held may be trusted.
 */
export function createEventHandlers(memory: Forgettable) {
  return {
    handle: (event: FeedEvent) => ruleOf(eventRules, event)?.forget?.(memory, event),
    forgetEverything() {
      for (const part of Object.values(memory)) part.forgetAll()
    },
  }
}
