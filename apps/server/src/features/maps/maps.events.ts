import type { EventRules } from '../../live/event-rules.ts'

export const mapsEvents: EventRules<'map.changed'> = {
  'map.changed': {
    on: ['everyone'],
    canSee: () => true,
    forget: ({ map }) => map.forget(),
  },
}
