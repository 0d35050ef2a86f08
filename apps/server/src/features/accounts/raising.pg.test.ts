import { isAssignable, isCreatable, isInternalAdmin, type Role, roles } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'

const administrators = roles.filter(isInternalAdmin)
let muster: Awaited<ReturnType<typeof createTestServices>>
/**
 * One actor of each role that manages accounts: the access table refuses all others. A second super admin rules out refusals for
 * the last one.
 */
const actors = new Map<Role, TestUser>()
beforeAll(async () => {
  muster = await createTestServices()
  for (const role of administrators) actors.set(role, await muster.make.user({ role }))
  await muster.make.user({ role: 'super_admin' })
})
afterAll(() => muster.stop())

/** Super admins manage everybody, admins everybody except administrators. */
const looksAfter = (actor: Role, ...of: readonly Role[]) =>
  actor === 'super_admin' || !of.some(isInternalAdmin)

const getActor = (role: Role) => actors.get(role) as TestUser
const readRole = async (column: 'id' | 'email', value: string): Promise<Role | undefined> =>
  (await muster.db.pool.query(`select role from user_profiles where ${column} = $1`, [value])).rows[0]?.role
const toPerson = (role: Role) => ({
  email: `${crypto.randomUUID()}@test.example`,
  firstName: 'Nila',
  lastName: 'Bose',
  phone: '',
  role: role,
})

it.each(administrators)(
  '%s creates nobody above themselves, and imports only roles the forms offer',
  async own => {
    const { accounts } = muster.call(getActor(own))
    for (const role of roles) {
      const [one, many] = [toPerson(role), toPerson(role)]
      await readCode(accounts.create(one))
      await readCode(accounts.createMany({ people: [many], dryRun: false }))
      expect([own, role, await readRole('email', one.email)]).toEqual([
        own,
        role,
        looksAfter(own, role) && isAssignable(role) ? role : undefined,
      ])
      expect([own, role, await readRole('email', many.email)]).toEqual([
        own,
        role,
        looksAfter(own, role) && isCreatable(role) ? role : undefined,
      ])
    }
  },
)

it.each(administrators)('%s assigns and removes no role above their own: all pairs', async own => {
  const { accounts } = muster.call(getActor(own))
  for (const before of roles)
    for (const role of roles) {
      if (before === role) continue
      const target = await muster.make.user({ role: before })
      const code = await readCode(accounts.update({ userId: target.id, role: role }))
      const may = looksAfter(own, before, role) && isAssignable(role)
      expect([own, before, role, code === undefined]).toEqual([own, before, role, may])
      expect(await readRole('id', target.id)).toBe(may ? role : before)
    }
})

it.each(administrators)('%s sets the status of nobody above or beside themselves: all pairs', async own => {
  const { security } = muster.call(getActor(own))
  for (const role of roles) {
    const target = await muster.make.user({ role })
    for (const status of [...userStatuses, 'active'] as const) {
      const code = await readCode(security.setAccountStatus({ userId: target.id, status }))
      expect([own, role, status, code]).toEqual([
        own,
        role,
        status,
        looksAfter(own, role) ? undefined : 'FORBIDDEN',
      ])
      const { rows } = await muster.db.pool.query('select status from user_profiles where id = $1', [
        target.id,
      ])
      expect(rows[0].status).toBe(looksAfter(own, role) ? status : 'active')
    }
  }
  expect(await readCode(security.setAccountStatus({ userId: getActor(own).id, status: 'suspended' }))).toBe(
    'FORBIDDEN',
  )
})

it('a change with an unchanged role stores the rest, even if that role can no longer be assigned', async () => {
  const target = await muster.make.user({ role: 'manager' })
  const admin = await muster.make.user({ role: 'super_admin' })
  const changed = await muster
    .call(admin)
    .accounts.update({ userId: target.id, firstName: 'Nila', role: 'manager' })
  expect(changed).toMatchObject({ firstName: 'Nila', role: 'manager' })
})
