import { expect, it } from 'vitest'
import { declared } from './testing/generated-lists.ts'
import { listPermissionUses } from './testing/permissions-page.ts'

it('every permission has an effect somewhere: a call, row-level security, or a rule within a call', () => {
  const usesByPermission = listPermissionUses(declared)
  const unusedPermissions = [...usesByPermission].filter(
    ([, { calls, files }]) => calls.length + files.length === 0,
  )
  expect(unusedPermissions.map(([permission]) => permission)).toEqual([])
})
