import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Ana Maria Ruiz', 'AR'],
  ['  ana ', 'A'],
  ['', '?'],
  // Letters keep their combining marks.
  ['सुनीता देवी', 'सुदे'],
  // A zero-width non-joiner keeps Arabic initials from joining into a word.
  ['محمد الأنصاري', 'م\u200cا'],
])('%s is %s', (name, expected) => expect(initials(name)).toBe(expected))
