import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { createFirstAdminToken } from './first-admin.ts'

let world: Awaited<ReturnType<typeof createTestServices>>
beforeAll(async () => {
  world = await createTestServices()
})
afterAll(() => world.stop())

const nothing = async () => undefined
const token = async () => (await createFirstAdminToken(world.db).read()) ?? ''

it('every node reads the same token', async () => {
  const tokens = await Promise.all([token(), token()])
  expect(tokens[0]).toMatch(/^[\w-]{32}$/)
  expect(tokens[1]).toBe(tokens[0])
})

it('a wrong token is refused, and does not keep the right one from being used', async () => {
  const [mine, theirs] = [createFirstAdminToken(world.db), createFirstAdminToken(world.db)]
  const right = await token()
  await expect(mine.spend('wrong', nothing)).rejects.toMatchObject({ code: 'INVALID_LINK' })
  let during: unknown
  const failing = mine.spend(right, async () => {
    during = await theirs.spend(right, nothing).catch(error => error.code)
    throw new Error('the form was refused')
  })
  await expect(failing).rejects.toThrow('the form was refused')
  expect(during).toBe('INVALID_LINK')
  expect(await token()).toBe(right)
})

it('a node that dies over it leaves it to the others', async () => {
  const right = await token()
  const dying = openDatabase(world.db.pool.options.connectionString ?? '', { onError: () => undefined })
  const held = Promise.withResolvers<void>()
  const lost = createFirstAdminToken(dying).spend(right, () => {
    held.resolve()
    return new Promise(() => undefined)
  })
  lost.catch(() => undefined)
  await held.promise
  const ended = await world.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
  )
  expect(ended.rowCount).toBe(1)
  let used = 0
  await expect
    .poll(() =>
      createFirstAdminToken(world.db)
        .spend(right, async () => void used++)
        .then(
          () => 'used',
          () => 'held',
        ),
    )
    .toBe('used')
  expect(used).toBe(1)
  await expect(createFirstAdminToken(world.db).spend(right, nothing)).rejects.toMatchObject({
    code: 'INVALID_LINK',
  })
})

it('where there is a super admin there is no token', async () => {
  const before = await token()
  await world.make.user({ role: 'super_admin' })
  await expect(createFirstAdminToken(world.db).spend(before, nothing)).rejects.toMatchObject({
    code: 'INVALID_LINK',
  })
  expect(await createFirstAdminToken(world.db).read()).toBeNull()
  expect((await world.db.pool.query('select from installation_secrets')).rowCount).toBe(0)
})
