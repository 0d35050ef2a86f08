import type { FeedEventKind } from '@muster/contract/feed.ts'
import type { EventRules } from '../live/event-rules.ts'
import { join, registered } from './features.ts'

/** Every event there is; the type asks for a rule for each kind of the contract. */
export const eventRules: EventRules<FeedEventKind> = join(registered('events'))

/** The kinds that are kept for a moment only. */
export const passingEvents = Object.entries(eventRules).flatMap(([kind, rule]) => (rule.passing ? kind : []))

/** The kinds that make something old which nodes hold in memory. */
export const forgettingEvents = Object.entries(eventRules).flatMap(([kind, rule]) =>
  rule.forget ? kind : [],
)
