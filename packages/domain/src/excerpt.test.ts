import { expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

it('an excerpt keeps 200 characters and never splits an emoji', () => {
  expect(excerpt('👷'.repeat(200))).toBe('👷'.repeat(200))
  expect(excerpt('👷'.repeat(201))).toBe(`${'👷'.repeat(199)}…`)
  expect(excerpt(`${'a'.repeat(198)} and more`)).toBe(`${'a'.repeat(198)}…`)
})
