import { expect, it } from 'vitest'
import { countWords, metadataText, typeWords, whoWords } from './event-words.ts'

const ana = { id: 'a', name: 'Ana Ruiz' }
const ben = { id: 'b', name: 'Ben Cole' }

it('a type is shown as words', () => {
  expect(typeWords('zone_pin_failed')).toBe('Zone PIN failed')
  expect(typeWords('spinning')).toBe('Spinning')
})

it('an event names its actor and the person it concerns', () => {
  expect(whoWords({ actor: ana, affected: ben })).toBe('By Ana Ruiz, about Ben Cole')
  expect(whoWords({ actor: ana, affected: ana })).toBe('By Ana Ruiz')
  expect(whoWords({ actor: null, affected: ben })).toBe('About Ben Cole')
  expect(whoWords({ actor: null, affected: null })).toBeUndefined()
})

it('a deleted account is named as such', () => {
  expect(whoWords({ actor: { id: 'c', name: null }, affected: null })).toBe('By a deleted account')
})

it('plain metadata is shown as it is, and the rest as JSON', () => {
  expect(metadataText('10.0.0.1')).toBe('10.0.0.1')
  expect(metadataText(false)).toBe('false')
  expect(metadataText(null)).toBe('–')
  expect(metadataText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
})

it('a count is shown in the singular or plural', () => {
  expect(countWords(1, 'person', 'people')).toBe('1 person')
  expect(countWords(0, 'event')).toBe('0 events')
})
