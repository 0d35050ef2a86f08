import { expect, it } from 'vitest'
import { moreFilesText } from './room-words.ts'

it('shows how many more files there are, and that the count may be incomplete', () => {
  expect(moreFilesText(4, true)).toBe('+4 more')
  expect(moreFilesText(47, false)).toBe('+47 or more')
})
