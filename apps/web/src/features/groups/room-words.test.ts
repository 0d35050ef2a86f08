import { expect, it } from 'vitest'
import { moreFilesText } from './room-words.ts'

it('says how many more files there are, and that there may be more than were counted', () => {
  expect(moreFilesText(4, true)).toBe('+4 more')
  expect(moreFilesText(47, false)).toBe('+47 or more')
})
