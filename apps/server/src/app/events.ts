import type { FeedEventKind } from '@muster/contract/feed.ts'
import type { EventRules } from '../live/event-rules.ts'
import { collectFromFeatures, mergeParts } from './features.ts'

/** The rules of all events; the type requires one for each kind of the contract. */
export const eventRules: EventRules<FeedEventKind> = mergeParts(collectFromFeatures('events'))

/** The kinds of events that are stored only for a moment. */
export const transientEvents = Object.entries(eventRules).flatMap(([kind, rule]) =>
  rule.passing ? kind : [],
)

/** The kinds of events that invalidate caches of nodes. */
export const forgettingEvents = Object.entries(eventRules).flatMap(([kind, rule]) =>
  rule.forget ? kind : [],
)
