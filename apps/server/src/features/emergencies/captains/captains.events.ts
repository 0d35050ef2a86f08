import type { EventRules } from '../../../live/event-rules.ts'

export const captainsEvents: EventRules<'sweep_areas.changed' | 'evacuation_note.changed'> = {
  'sweep_areas.changed': { on: ['zone', 'admin'], canSee: () => true },
  'evacuation_note.changed': { on: ['user'], canSee: ({ userId }, event) => event.userId === userId },
}
