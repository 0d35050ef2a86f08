import { expect, it } from 'vitest'
import { findRule } from '../live/event-rules.ts'
import { eventRules } from './events.ts'
import { exampleEvents, sees } from './testing/generated-lists.ts'

const { userId: subjectId } = exampleEvents.find(it => it.kind === 'user.changed') as { userId: string }

it("events on a person's own topic are visible to that person, in any role", () => {
  const ownEvents = exampleEvents.filter(event => findRule(eventRules, event)?.on.includes('user'))
  expect(ownEvents.length).toBeGreaterThan(8)
  expect(ownEvents.filter(event => !sees(event, subjectId, null)).map(it => it.kind)).toEqual([])
})
