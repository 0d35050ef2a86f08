import { expect, it } from 'vitest'
import { declared } from './testing/generated-lists.ts'
import { placesOf } from './testing/permissions-page.ts'

it('every permission is used by a call, by row-level security, or by a rule within a call', () => {
  const places = placesOf(declared)
  const idle = [...places].filter(([, { calls, files }]) => calls.length + files.length === 0)
  expect(idle.map(([permission]) => permission)).toEqual([])
})
