import { isAssignable, isCreatable, isInternalAdmin, type Role, roles } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { beforeAll, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'

const adminRoles = roles.filter(isInternalAdmin)
const muster = testServices()
/**
 * One actor for each role that manages accounts. The access table already covers all other roles. A second super admin ensures that
 * nothing is refused because of the last super admin.
 */
const actorsByRole = new Map<Role, TestUser>()
beforeAll(async () => {
  for (const role of adminRoles) actorsByRole.set(role, await muster.make.user({ role }))
  await muster.make.user({ role: 'super_admin' })
})

/** Returns true if the actor may manage all these roles: super admins manage everybody, admins everybody except administrators. */
const mayManage = (actor: Role, ...of: readonly Role[]) =>
  actor === 'super_admin' || !of.some(isInternalAdmin)

const getActor = (role: Role) => actorsByRole.get(role) as TestUser
const readRole = async (column: 'id' | 'email', value: string): Promise<Role | undefined> =>
  (await muster.db.pool.query(`select role from user_profiles where ${column} = $1`, [value])).rows[0]?.role
const createPerson = (role: Role) => ({
  email: `${crypto.randomUUID()}@test.example`,
  firstName: 'Nila',
  lastName: 'Bose',
  phone: '',
  role: role,
})

it.each(adminRoles)(
  '%s creates nobody above themselves, and imports only roles the forms offer',
  async actorRole => {
    const { accounts } = muster.call(getActor(actorRole))
    for (const role of roles) {
      const [createdPerson, importedPerson] = [createPerson(role), createPerson(role)]
      await readCode(accounts.create(createdPerson))
      await readCode(accounts.createMany({ people: [importedPerson], dryRun: false }))
      expect([actorRole, role, await readRole('email', createdPerson.email)]).toEqual([
        actorRole,
        role,
        mayManage(actorRole, role) && isAssignable(role) ? role : undefined,
      ])
      expect([actorRole, role, await readRole('email', importedPerson.email)]).toEqual([
        actorRole,
        role,
        mayManage(actorRole, role) && isCreatable(role) ? role : undefined,
      ])
    }
  },
)

it.each(adminRoles)('%s assigns and removes no role above their own: all pairs', async actorRole => {
  const { accounts } = muster.call(getActor(actorRole))
  for (const previousRole of roles)
    for (const role of roles) {
      if (previousRole === role) continue
      const target = await muster.make.user({ role: previousRole })
      const code = await readCode(accounts.update({ userId: target.id, role: role }))
      const isAllowed = mayManage(actorRole, previousRole, role) && isAssignable(role)
      expect([actorRole, previousRole, role, code === undefined]).toEqual([
        actorRole,
        previousRole,
        role,
        isAllowed,
      ])
      expect(await readRole('id', target.id)).toBe(isAllowed ? role : previousRole)
    }
})

it.each(adminRoles)('%s sets the status of nobody above or beside themselves: all pairs', async actorRole => {
  const { security } = muster.call(getActor(actorRole))
  for (const role of roles) {
    const target = await muster.make.user({ role })
    for (const status of [...userStatuses, 'active'] as const) {
      const code = await readCode(security.setAccountStatus({ userId: target.id, status }))
      expect([actorRole, role, status, code]).toEqual([
        actorRole,
        role,
        status,
        mayManage(actorRole, role) ? undefined : 'FORBIDDEN',
      ])
      const { rows } = await muster.db.pool.query('select status from user_profiles where id = $1', [
        target.id,
      ])
      expect(rows[0].status).toBe(mayManage(actorRole, role) ? status : 'active')
    }
  }
  expect(
    await readCode(security.setAccountStatus({ userId: getActor(actorRole).id, status: 'suspended' })),
  ).toBe('FORBIDDEN')
})

it('a change with an unchanged role stores the rest, even if that role can no longer be assigned', async () => {
  const target = await muster.make.user({ role: 'manager' })
  const superAdmin = await muster.make.user({ role: 'super_admin' })
  const updatedAccount = await muster
    .call(superAdmin)
    .accounts.update({ userId: target.id, firstName: 'Nila', role: 'manager' })
  expect(updatedAccount).toMatchObject({ firstName: 'Nila', role: 'manager' })
})
