import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { readCode } from '../../testing/caller.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { createFirstAdminToken } from './first-admin.ts'
import { form, listMails } from './testing/accounts.ts'

let world: Awaited<ReturnType<typeof createTestServices>>
beforeAll(async () => {
  world = await createTestServices()
})
afterAll(() => world.stop())

const nothing = async () => undefined
const token = async () => (await createFirstAdminToken(world.db).read()) ?? ''

it('the first-admin token is the same on every node', async () => {
  const tokens = await Promise.all([token(), token()])
  expect(tokens[0]).toMatch(/^[\w-]{32}$/)
  expect(tokens[1]).toBe(tokens[0])
})

it('a wrong token is refused and does not block the correct one', async () => {
  const [mine, theirs] = [createFirstAdminToken(world.db), createFirstAdminToken(world.db)]
  const right = await token()
  await expect(mine.consume('wrong', nothing)).rejects.toMatchObject({ code: 'INVALID_LINK' })
  let during: unknown
  const failing = mine.consume(right, async () => {
    during = await theirs.consume(right, nothing).catch(error => error.code)
    throw new Error('the form was refused')
  })
  await expect(failing).rejects.toThrow('the form was refused')
  expect(during).toBe('INVALID_LINK')
  expect(await token()).toBe(right)
})

it('a token is usable again on other nodes when a node dies while using it', async () => {
  const right = await token()
  const dying = openDatabase(world.db.pool.options.connectionString ?? '', { onError: () => undefined })
  const gate = Promise.withResolvers<void>()
  const attempt = createFirstAdminToken(dying).consume(right, () => {
    gate.resolve()
    return new Promise(() => undefined)
  })
  attempt.catch(() => undefined)
  await gate.promise
  const ended = await world.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
  )
  expect(ended.rowCount).toBe(1)
  let used = 0
  await expect
    .poll(() =>
      createFirstAdminToken(world.db)
        .consume(right, async () => void used++)
        .then(
          () => 'used',
          () => 'held',
        ),
    )
    .toBe('used')
  expect(used).toBe(1)
  await expect(createFirstAdminToken(world.db).consume(right, nothing)).rejects.toMatchObject({
    code: 'INVALID_LINK',
  })
})

it('no token exists once there is a super admin', async () => {
  const before = await token()
  await world.make.user({ role: 'super_admin' })
  await expect(createFirstAdminToken(world.db).consume(before, nothing)).rejects.toMatchObject({
    code: 'INVALID_LINK',
  })
  expect(await createFirstAdminToken(world.db).read()).toBeNull()
  expect((await world.db.pool.query('select from installation_secrets')).rowCount).toBe(0)
})

describe('the first super admin', () => {
  it('learns that an address is taken and keeps a valid link, even if addresses must be confirmed', async () => {
    const strict = await createTestServices({ env: { EMAIL_CONFIRMATION: true } })
    try {
      const setupToken = (await strict.services.auth.firstAdmin.read()) ?? ''
      const somebody = form()
      await strict.call().auth.signUp(somebody)
      expect(await readCode(strict.call().auth.setUpFirstAdmin({ ...somebody, setupToken }))).toBe(
        'EMAIL_TAKEN',
      )
      const admin = form()
      const { session } = await strict.call().auth.setUpFirstAdmin({ ...admin, setupToken })
      const me = await strict.call(session).auth.me()
      expect([me.profile?.role, me.user.emailVerified]).toEqual(['super_admin', true])
      // The first admin needs no confirmation, so no email is sent.
      expect(await listMails(strict, admin.email)).toEqual([])
    } finally {
      await strict.stop()
    }
  })

  it('can still be created after somebody else has signed up', async () => {
    const open = await createTestServices()
    try {
      await open.call().auth.signUp(form())
      const setupToken = (await open.services.auth.firstAdmin.read()) ?? ''
      await open.call().auth.setUpFirstAdmin({ ...form(), setupToken })
      const { rows } = await open.db.pool.query(
        `select count(*) from user_profiles where role = 'super_admin'`,
      )
      expect(rows[0].count).toBe(1)
    } finally {
      await open.stop()
    }
  })

  it('is created once with the startup token on an empty database', async () => {
    const empty = await createTestServices()
    try {
      const setupToken = (await empty.services.auth.firstAdmin.read()) ?? ''
      expect(await readCode(empty.call().auth.setUpFirstAdmin({ ...form(), setupToken: 'guess' }))).toBe(
        'INVALID_LINK',
      )
      const short = { ...form(), password: '123', setupToken }
      expect(await readCode(empty.call().auth.setUpFirstAdmin(short))).toBe('SIGN_UP_INVALID')
      const codes = await Promise.all([
        readCode(empty.call().auth.setUpFirstAdmin({ ...form(), setupToken })),
        readCode(empty.call().auth.setUpFirstAdmin({ ...form(), setupToken })),
      ])
      expect(codes.sort()).toEqual(['INVALID_LINK', undefined])
      const { rows } = await empty.db.pool.query('select role from user_profiles')
      expect(rows).toEqual([{ role: 'super_admin' }])
      expect(await empty.services.auth.firstAdmin.read()).toBeNull()
    } finally {
      await empty.stop()
    }
  })
})
