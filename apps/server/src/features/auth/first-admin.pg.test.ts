import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { readCode } from '../../testing/caller.ts'
import { createTestServices, testServices } from '../../testing/test-services.ts'
import { createFirstAdminToken } from './first-admin.ts'
import { createForm, listMails } from './testing/accounts.ts'

const world = testServices()

const doNothing = async () => undefined
const readToken = async () => (await createFirstAdminToken(world.db).read()) ?? ''

it('the first-admin token is the same on every node', async () => {
  const tokens = await Promise.all([readToken(), readToken()])
  expect(tokens[0]).toMatch(/^[\w-]{32}$/)
  expect(tokens[1]).toBe(tokens[0])
})

it('a wrong token is refused and does not block the correct one', async () => {
  const [ownNode, otherNode] = [createFirstAdminToken(world.db), createFirstAdminToken(world.db)]
  const validToken = await readToken()
  await expect(ownNode.consume('wrong', doNothing)).rejects.toMatchObject({ code: 'INVALID_LINK' })
  let concurrentError: unknown
  const failingAttempt = ownNode.consume(validToken, async () => {
    concurrentError = await otherNode.consume(validToken, doNothing).catch(error => error.code)
    throw new Error('the form was refused')
  })
  await expect(failingAttempt).rejects.toThrow('the form was refused')
  expect(concurrentError).toBe('INVALID_LINK')
  expect(await readToken()).toBe(validToken)
})

it('a token is usable again on other nodes when a node dies while using it', async () => {
  const validToken = await readToken()
  const dyingDb = openDatabase(world.db.pool.options.connectionString ?? '', { onError: () => undefined })
  const gate = Promise.withResolvers<void>()
  const attempt = createFirstAdminToken(dyingDb).consume(validToken, () => {
    gate.resolve()
    return new Promise(() => undefined)
  })
  attempt.catch(() => undefined)
  await gate.promise
  const terminationResult = await world.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
  )
  expect(terminationResult.rowCount).toBe(1)
  let useCount = 0
  await expect
    .poll(() =>
      createFirstAdminToken(world.db)
        .consume(validToken, async () => void useCount++)
        .then(
          () => 'used',
          () => 'held',
        ),
    )
    .toBe('used')
  expect(useCount).toBe(1)
  await expect(createFirstAdminToken(world.db).consume(validToken, doNothing)).rejects.toMatchObject({
    code: 'INVALID_LINK',
  })
})

it('no token exists once there is a super admin', async () => {
  const tokenBefore = await readToken()
  await world.make.user({ role: 'super_admin' })
  await expect(createFirstAdminToken(world.db).consume(tokenBefore, doNothing)).rejects.toMatchObject({
    code: 'INVALID_LINK',
  })
  expect(await createFirstAdminToken(world.db).read()).toBeNull()
  expect((await world.db.pool.query('select from installation_secrets')).rowCount).toBe(0)
})

describe('the first super admin', () => {
  it('learns that an address is taken and keeps a valid link, even if addresses must be confirmed', async () => {
    const strictMuster = await createTestServices({ env: { EMAIL_CONFIRMATION: true } })
    try {
      const setupToken = (await strictMuster.services.auth.firstAdmin.read()) ?? ''
      const userForm = createForm()
      await strictMuster.call().auth.signUp(userForm)
      expect(await readCode(strictMuster.call().auth.setUpFirstAdmin({ ...userForm, setupToken }))).toBe(
        'EMAIL_TAKEN',
      )
      const admin = createForm()
      const { session } = await strictMuster.call().auth.setUpFirstAdmin({ ...admin, setupToken })
      const me = await strictMuster.call(session).auth.me()
      expect([me.profile?.role, me.user.emailVerified]).toEqual(['super_admin', true])
      // The first admin's address needs no confirmation, so no email is sent.
      expect(await listMails(strictMuster, admin.email)).toEqual([])
    } finally {
      await strictMuster.stop()
    }
  })

  it('can still be created after somebody else has signed up', async () => {
    const openMuster = await createTestServices()
    try {
      await openMuster.call().auth.signUp(createForm())
      const setupToken = (await openMuster.services.auth.firstAdmin.read()) ?? ''
      await openMuster.call().auth.setUpFirstAdmin({ ...createForm(), setupToken })
      const { rows } = await openMuster.db.pool.query(
        `select count(*) from user_profiles where role = 'super_admin'`,
      )
      expect(rows[0].count).toBe(1)
    } finally {
      await openMuster.stop()
    }
  })

  it('is created once with the startup token on an empty database', async () => {
    const emptyMuster = await createTestServices()
    try {
      const setupToken = (await emptyMuster.services.auth.firstAdmin.read()) ?? ''
      expect(
        await readCode(emptyMuster.call().auth.setUpFirstAdmin({ ...createForm(), setupToken: 'guess' })),
      ).toBe('INVALID_LINK')
      const formWithShortPassword = { ...createForm(), password: '123', setupToken }
      expect(await readCode(emptyMuster.call().auth.setUpFirstAdmin(formWithShortPassword))).toBe(
        'SIGN_UP_INVALID',
      )
      const codes = await Promise.all([
        readCode(emptyMuster.call().auth.setUpFirstAdmin({ ...createForm(), setupToken })),
        readCode(emptyMuster.call().auth.setUpFirstAdmin({ ...createForm(), setupToken })),
      ])
      expect(codes.sort()).toEqual(['INVALID_LINK', undefined])
      const { rows } = await emptyMuster.db.pool.query('select role from user_profiles')
      expect(rows).toEqual([{ role: 'super_admin' }])
      expect(await emptyMuster.services.auth.firstAdmin.read()).toBeNull()
    } finally {
      await emptyMuster.stop()
    }
  })
})
