import { expect, it } from 'vitest'
import { hasSuperAdmin } from '../features/auth/auth.queries.ts'
import { hashSecret, verifySecret } from '../rpc/hashing.ts'
import { readCode } from '../testing/caller.ts'
import { createTestServices, testServices } from '../testing/test-services.ts'
import { demoEmail, demoPassword, demoPeople, isDemoSignIn } from './demo-organisation.ts'
import { endPublicSessions, retireDemo } from './retire-demo.ts'
import { seedDemo } from './seed-demo.ts'

const world = testServices()

const signIn = (email: string) => world.call().auth.signIn({ email, password: demoPassword })

it('a start with DEMO=0 suspends the demo accounts, ends their sessions, and leaves others alone', async () => {
  await seedDemo(world.db, hashSecret, Date.now(), world.services.files)
  const ownUser = await world.make.user({ role: 'client_admin' })
  const { session } = await signIn(demoEmail('super'))
  expect(await retireDemo(world.db)).toBe(demoPeople.length)
  world.services.sessions.forgetAll()
  expect(await readCode(world.call({ token: session.token }).auth.me())).toBe('UNAUTHORIZED')
  expect(await readCode(signIn(demoEmail('super')))).toBe('ACCOUNT_NOT_ACTIVE')
  expect(await readCode(world.call(ownUser).auth.me())).toBeUndefined()
  const { rows } = await world.db.pool.query(
    `select status, count(*)::int from user_profiles where email like '%@demo.muster.example' group by 1`,
  )
  expect(rows).toEqual([{ status: 'suspended', count: demoPeople.length }])
  // Without a super admin, the start prints the one-time setup link.
  expect(await hasSuperAdmin(world.db)).toBe(false)
  expect(await retireDemo(world.db)).toBe(0)
})

it('a start with DEMO=0 keeps an account with a demo address in a database without the demo', async () => {
  await world.db.pool.query(`delete from installation_facts where fact = 'demo'`)
  await world.db.pool.query(`update user_profiles set status = 'active' where email = $1`, [
    demoEmail('super'),
  ])
  expect(await retireDemo(world.db)).toBe(0)
})

it('a start that withholds the demo refuses only the public password', async () => {
  const serverRefusingDemoSignIns = await createTestServices({ refusesSignIn: isDemoSignIn })
  try {
    await seedDemo(
      serverRefusingDemoSignIns.db,
      hashSecret,
      Date.now(),
      serverRefusingDemoSignIns.services.files,
    )
    const trySignIn = (password: string) =>
      readCode(
        serverRefusingDemoSignIns
          .call()
          .auth.signIn({ email: ` ${demoEmail('super').toUpperCase()}`, password }),
      )
    expect(await trySignIn(demoPassword)).toBe('ACCOUNT_NOT_ACTIVE')
    expect(await trySignIn('another password')).toBe('INVALID_CREDENTIALS')
  } finally {
    await serverRefusingDemoSignIns.stop()
  }
})

it('a start that withholds the demo signs out only accounts with the public password', async () => {
  const demoServer = await createTestServices()
  try {
    await seedDemo(demoServer.db, hashSecret, Date.now(), demoServer.services.files)
    const signInAs = async (email: string, password: string) =>
      (await demoServer.call().auth.signIn({ email, password })).session.token
    const [publicEmail, changedEmail] = [demoEmail('super'), demoEmail('admin')]
    await demoServer.db.pool.query(
      `update auth.accounts set password = $1 where user_id = (select id from auth.users where email = $2)`,
      [await hashSecret('a password of their own'), changedEmail],
    )
    const publicToken = await signInAs(publicEmail, demoPassword)
    const ownToken = await signInAs(changedEmail, 'a password of their own')
    const ownUser = await demoServer.make.user()
    expect(await endPublicSessions(demoServer.db, verifySecret)).toBe(1)
    demoServer.services.sessions.forgetAll()
    const getMeCode = (token: string) => readCode(demoServer.call({ token }).auth.me())
    expect([
      await getMeCode(publicToken),
      await getMeCode(ownToken),
      await readCode(demoServer.call(ownUser).auth.me()),
    ]).toEqual(['UNAUTHORIZED', undefined, undefined])
    const { rows } = await demoServer.db.pool.query(
      `select u.email from security_events e join auth.users u on u.id = e.affected_user_id
        where e.event_type = 'demo_account_signed_out'`,
    )
    expect(rows).toEqual([{ email: publicEmail }])
    expect(await endPublicSessions(demoServer.db, verifySecret)).toBe(0)
  } finally {
    await demoServer.stop()
  }
})
