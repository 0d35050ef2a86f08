import type { EventRules } from '../../live/event-rules.ts'

/** Triggers write them, on the topics of those alone whom they concern. */
export const organisationsEvents: EventRules<'organisation.changed' | 'zone_request.changed'> = {
  'organisation.changed': { on: ['admin'], seenBy: () => true },
  'zone_request.changed': { on: ['admin'], seenBy: () => true },
}
