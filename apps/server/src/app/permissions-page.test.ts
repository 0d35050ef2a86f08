import { expect, it } from 'vitest'
import { declared } from './testing/generated-lists.ts'
import { listPlaces } from './testing/permissions-page.ts'

it('every permission has an effect somewhere: a call, row-level security, or a rule within a call', () => {
  const places = listPlaces(declared)
  const idle = [...places].filter(([, { calls, files }]) => calls.length + files.length === 0)
  expect(idle.map(([permission]) => permission)).toEqual([])
})
