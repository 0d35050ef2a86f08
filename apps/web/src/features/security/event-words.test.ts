import { expect, it } from 'vitest'
import { eventName } from './event-names.ts'
import { formatPeople, formatZones, metadataText } from './event-words.ts'

const ana = { id: 'a', name: 'Ana Ruiz' }
const ben = { id: 'b', name: 'Ben Cole' }

it('a known type has a name, and a type logged by an administrator is converted to words', () => {
  expect(eventName('zone_pin_failed')).toBe('Wrong zone PIN')
  expect(eventName('gate_opened')).toBe('Gate opened')
})

it('an event names its actor and the person it concerns', () => {
  expect(formatPeople({ actor: ana, affected: ben })).toBe('By Ana Ruiz, about Ben Cole')
  expect(formatPeople({ actor: ana, affected: ana })).toBe('By Ana Ruiz')
  expect(formatPeople({ actor: null, affected: ben })).toBe('About Ben Cole')
  expect(formatPeople({ actor: null, affected: null })).toBeUndefined()
})

it('a deleted account is identified as deleted', () => {
  expect(formatPeople({ actor: { id: 'c', name: null }, affected: null })).toBe('By a deleted account')
})

it('plain metadata values are shown as they are, all others as JSON', () => {
  expect(metadataText('10.0.0.1')).toBe('10.0.0.1')
  expect(metadataText(false)).toBe('false')
  expect(metadataText(null)).toBe('–')
  expect(metadataText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
})

it('an event names its zone, or says how many zones there are', () => {
  const zone = (name: string) => ({ id: name, name })
  expect(formatZones({ zones: [] })).toBeUndefined()
  expect(formatZones({ zones: [zone('Depot 002')] })).toBe('Depot 002')
  expect(formatZones({ zones: [zone('A'), zone('B')] })).toBe('2 zones')
})
