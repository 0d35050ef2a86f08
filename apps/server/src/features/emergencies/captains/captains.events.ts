import type { EventRules } from '../../../live/event-rules.ts'

export const captainsEvents: EventRules<
  'sweep_areas.changed' | 'evacuation_note.changed' | 'captain.changed'
> = {
  'sweep_areas.changed': { on: ['zone', 'admin'], canSee: () => true },
  'captain.changed': {
    on: ['user'],
    canSee: ({ userId }, event) => event.userId === userId,
    // The topics of the zones of which the person is a captain.
    regrants: 'topics',
  },
  'evacuation_note.changed': { on: ['user'], canSee: ({ userId }, event) => event.userId === userId },
}
