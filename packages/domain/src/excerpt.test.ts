import { expect, it } from 'vitest'
import { toExcerpt } from './excerpt.ts'

it('an excerpt keeps 200 characters and never splits an emoji', () => {
  expect(toExcerpt('👷'.repeat(200))).toBe('👷'.repeat(200))
  expect(toExcerpt('👷'.repeat(201))).toBe(`${'👷'.repeat(199)}…`)
  expect(toExcerpt(`${'a'.repeat(198)} and more`)).toBe(`${'a'.repeat(198)}…`)
})
