import { expect, test } from 'vitest'
import { roles } from './role.ts'
import { maySetStatus } from './user-status.ts'

const actor = (role: 'admin' | 'super_admin') => ({ userId: 'a', role })

test('an admin can set the status of everybody but internal admins, a super admin that of everybody', () => {
  const listReachable = (role: 'admin' | 'super_admin') =>
    roles.filter(target => maySetStatus(actor(role), { userId: 'b', role: target }))
  expect(listReachable('admin')).toEqual(roles.filter(role => role !== 'super_admin' && role !== 'admin'))
  expect(listReachable('super_admin')).toEqual([...roles])
})

test('nobody can set their own status', () => {
  for (const role of roles) expect(maySetStatus({ userId: 'a', role }, { userId: 'a', role })).toBe(false)
})
