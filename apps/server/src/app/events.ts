import type { FeedEventKind } from '@muster/contract/feed.ts'
import type { EventRules } from '../live/event-rules.ts'
import { collectFromFeatures, mergeParts } from './features.ts'

/** The rules for all events. The type requires one for each event kind in the contract. */
export const eventRules: EventRules<FeedEventKind> = mergeParts(collectFromFeatures('events'))

/** The kinds of events that are stored only briefly. */
export const transientEventKinds = Object.entries(eventRules).flatMap(([kind, rule]) =>
  rule.passing ? kind : [],
)

export const cacheInvalidatingKinds = Object.entries(eventRules).flatMap(([kind, rule]) =>
  rule.forget ? kind : [],
)
