import type { Permission } from '@muster/domain/permission.ts'
import { expect, it } from 'vitest'
import { declared } from './testing/generated-lists.ts'
import { placesOf } from './testing/permissions-page.ts'

/** Permissions of features that are not there yet. One that takes effect must leave this list. */
const pending: readonly Permission[] = [
  'submit_zone_requests',
  'approve_requests',
  'view_clients',
  'onboard_clients',
  'edit_clients',
]

it('every permission takes effect somewhere: a call, row-level security, or a rule within a call', () => {
  const places = placesOf(declared)
  const idle = [...places].filter(([, { calls, files }]) => calls.length + files.length === 0)
  expect(idle.map(([permission]) => permission)).toEqual(pending)
})
