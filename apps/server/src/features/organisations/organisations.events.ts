import type { EventRules } from '../../live/event-rules.ts'

/** Triggers publish these events, only on the topics of the people concerned, so no further check is needed. */
export const organisationsEvents: EventRules<'organisation.changed' | 'zone_request.changed'> = {
  'organisation.changed': { on: ['admin'], canSee: () => true },
  'zone_request.changed': { on: ['admin'], canSee: () => true },
}
