import { beforeAll, expect, it } from 'vitest'
import { createForm, extractToken, toCredentials } from '../../features/auth/testing/accounts.ts'
import { createTwoStepAccount, submitFirstStep } from '../../features/auth/two-step/testing/app.ts'
import { readEnv } from '../../platform/env.ts'
import { readCode } from '../../testing/caller.ts'
import { testServices } from '../../testing/test-services.ts'
import { createCommandLine } from './command-line.ts'

const world = testServices()
let commands: ReturnType<typeof createCommandLine>
beforeAll(async () => {
  commands = createCommandLine(world.db, readEnv({ PUBLIC_URL: 'http://muster.example' }))
})

const newPassword = 'another horse entirely'

async function makeSuperAdmin(email: string): Promise<void> {
  await world.db.pool.query(`update user_profiles set role = 'super_admin' where email = $1`, [
    email.toLowerCase(),
  ])
}

async function listEvents(email: string): Promise<string[]> {
  const { rows } = await world.db.pool.query(
    `select event_type from security_events e join user_profiles p on p.id = e.affected_user_id
     where p.email = $1 and e.actor_id is null and e.metadata ->> 'by' = 'command line' order by e.created_at, e.id`,
    [email.toLowerCase()],
  )
  return rows.map(row => row.event_type)
}

it('lets the only super admin back in after wrong passwords and a lost second step', async () => {
  const admin = await createTwoStepAccount(world)
  await makeSuperAdmin(admin.email)
  const wrong = { ...toCredentials(admin), password: 'not the password', deviceToken: undefined }
  for (let n = 0; n < 10; n++)
    expect(await readCode(world.call().auth.signIn(wrong))).toBe('INVALID_CREDENTIALS')
  const right = { ...wrong, password: admin.password }
  expect(await readCode(world.call().auth.signIn(right))).toBe('TOO_MANY_REQUESTS')

  const result = await commands.resetPassword(admin.email)
  expect(result?.link).toMatch(/^http:\/\/muster\.example\/#\/reset-password\?token=/)
  expect(await submitFirstStep(world, right), 'the second step is still asked for').toBeTruthy()
  expect(await commands.resetTwoStep(admin.email)).toBe(true)
  expect(await readCode(world.call(admin).auth.me()), 'the session on the lost device').toBe('UNAUTHORIZED')
  await world.call().auth.resetPassword({ token: extractToken(result?.link), password: newPassword })

  const { session } = await world.call().auth.signIn({ ...right, password: newPassword })
  expect((await world.call(session).auth.me()).profile?.role).toBe('super_admin')
  expect(await listEvents(admin.email)).toEqual(['password_reset_by_operator', 'two_step_reset'])
})

it('replaces the password with one from the command line and ends the sessions', async () => {
  const { session } = await world.call().auth.signUp({ ...createForm(), email: 'typed@test.example' })
  expect(await readCode(commands.resetPassword('typed@test.example', 'short'))).toBe('PASSWORD_TOO_SHORT')
  expect(await readCode(world.call(session ?? undefined).auth.me())).toBeUndefined()
  expect(await commands.resetPassword('Typed@Test.example', newPassword)).toBeUndefined()
  expect(await readCode(world.call(session ?? undefined).auth.me())).toBe('UNAUTHORIZED')
  const signIn = (password: string) => world.call().auth.signIn({ email: 'typed@test.example', password })
  expect(await readCode(signIn('correct horse'))).toBe('INVALID_CREDENTIALS')
  expect(await readCode(signIn(newPassword))).toBeUndefined()
})

it('creates a super admin who sets a password by the link and signs in', async () => {
  const result = await commands.createSuperAdmin({
    email: 'New.Admin@test.example',
    firstName: 'New',
    lastName: 'Admin',
  })
  expect(result?.link).toContain('&invited=1')
  await world
    .call()
    .auth.resetPassword({ token: extractToken(result?.link), password: newPassword, pin: '4812' })
  const { session } = await world
    .call()
    .auth.signIn({ email: 'new.admin@test.example', password: newPassword })
  expect((await world.call(session).auth.me()).profile?.role).toBe('super_admin')
  expect(await listEvents('new.admin@test.example')).toEqual(['user_created'])
})

it('refuses a taken or malformed address and an unknown account, and writes nothing', async () => {
  const form = { firstName: 'New', lastName: 'Admin' }
  await expect(commands.createSuperAdmin({ ...form, email: 'nobody' })).rejects.toThrow('valid email')
  await expect(
    commands.createSuperAdmin({ ...form, email: 'new.admin@TEST.example', password: newPassword }),
  ).rejects.toThrow('exists already')
  await expect(commands.resetPassword('stranger@test.example')).rejects.toThrow('No account has the address')
  expect(await listEvents('new.admin@test.example')).toEqual(['user_created'])
})

it('suspends and reactivates an account, but never suspends the last active super admin', async () => {
  const { session } = await world.call().auth.signUp({ ...createForm(), email: 'guard@test.example' })
  expect(await commands.setStatus('guard@test.example', 'suspended')).toBe(true)
  expect(await commands.setStatus('guard@test.example', 'suspended')).toBe(false)
  expect(await readCode(world.call(session ?? undefined).auth.me())).toBe('UNAUTHORIZED')
  await expect(commands.resetPassword('guard@test.example')).rejects.toThrow('suspended: lift that first')
  expect(await commands.setStatus('guard@test.example', 'active')).toBe(true)

  await world.db.pool.query(`update user_profiles set role = 'app_user' where email <> 'guard@test.example'`)
  await makeSuperAdmin('guard@test.example')
  await expect(commands.setStatus('guard@test.example', 'suspended')).rejects.toThrow('last active')
})
