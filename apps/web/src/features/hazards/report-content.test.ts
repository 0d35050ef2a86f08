import { limits } from '@muster/domain/limits.ts'
import { expect, it } from 'vitest'
import { completeReport } from './report-content.ts'

it('one line is a whole report', () => {
  expect(completeReport({ title: ' Oil on the stairs ', description: ' ' })).toEqual({
    title: 'Oil on the stairs',
    description: 'Oil on the stairs',
  })
})

it('a missing title comes from the first line of the description, cut to the maximum length', () => {
  expect(completeReport({ title: '', description: 'Fire in hall two\nBy the east door' })).toEqual({
    title: 'Fire in hall two',
    description: 'Fire in hall two\nBy the east door',
  })
  const { title } = completeReport({ title: '', description: 'x'.repeat(1_000) })
  expect(title).toHaveLength(limits.titleMaxLength)
})

it('an empty report stays empty', () => {
  expect(completeReport({ title: ' ', description: '\n' })).toEqual({ title: '', description: '' })
})
