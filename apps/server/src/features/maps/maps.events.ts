import type { EventRules } from '../../live/event-rules.ts'

export const mapsEvents: EventRules<'map.changed'> = {
  'map.changed': {
    on: ['everyone'],
    seenBy: () => true,
    forget: ({ map }) => map.forget(),
  },
}
