import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { afterMigrate } from '../app/after-migrate.ts'
import { factories } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

import { type Actor, nobody } from './actor.ts'

import { asAppLogin, readAppLogin } from './app-login.ts'
import { closeToRequests } from './close-to-requests.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let db: Database
let make: ReturnType<typeof factories>
let actor: Actor
let owner: string
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  make = factories(db)
  const user = await make.user()
  actor = { userId: user.id, sessionId: user.sessionId }
  owner = (await db.pool.query('select current_user as name')).rows[0].name
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const asActor = (...statements: string[]) =>
  db.asActor(actor, async tx => {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await sql.raw(statement).execute(tx)).rows
    return rows
  })
const readSecrets = 'select count(*) from entry_pins'

describe('a request', () => {
  it('logs in as a role that is only muster_app', async () => {
    const [who] = (await asActor(`
      select session_user = current_user as same, current_user::text as name, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
        (select array_agg(b.rolname::text) from pg_auth_members m join pg_roles b on b.oid = m.roleid where m.member = r.oid) as member_of
      from pg_roles r where rolname = current_user`)) as [Record<string, unknown>]
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }
    expect(who).toMatchObject({ same: true, member_of: ['muster_app'], ...none })
    expect(who.name).not.toBe(owner)
  })

  it.each([
    ['reset role', `reset role`],
    ['set role none', `set role none`],
    ['reset session authorization', `reset session authorization`],
    ['the default of the connection', `set session authorization default`],
    ['its own role', `set role muster_app`],
  ])('stays bound after %s', async (_, attempt) => {
    await expect(asActor(`${attempt}; ${readSecrets}`)).rejects.toThrow(
      'permission denied for table entry_pins',
    )
    await expect(asActor(attempt, "update user_profiles set role = 'super_admin'")).rejects.toThrow(
      'permission denied for table user_profiles',
    )
  })

  it('stays bound after a transaction and a session of its own making', async () => {
    await expect(asActor('commit', 'discard all', 'begin', readSecrets)).rejects.toThrow('permission denied')
  })

  it.each([
    ['set role', () => `set role ${pg.escapeIdentifier(owner)}`],
    ['reset role; set role', () => `reset role; set role ${pg.escapeIdentifier(owner)}`],
    ['set session authorization', () => `set session authorization ${pg.escapeIdentifier(owner)}`],
    ['set_config', () => `select set_config('role', ${pg.escapeLiteral(owner)}, false)`],
    ['grant', () => `grant ${pg.escapeIdentifier(owner)} to current_user`],
    ['create role', () => `create role intruder login superuser`],
  ])('cannot become the owner by %s', async (_, attempt) => {
    await expect(asActor(attempt())).rejects.toThrow(
      /permission denied|must have admin option|must be superuser/,
    )
  })

  it('that belongs to nobody in particular is not begun', async () => {
    await expect(db.asActor({ ...nobody, userId: `'; select 1; --` }, async () => 1)).rejects.toThrow(
      'no UUID',
    )
  })
})

describe('what everybody may call in a database, a request may not', () => {
  // What is said of a database as a whole does not come with the copy that tests get.
  beforeAll(async () => {
    await migrate(database.url, { afterMigrate })
  })

  it.each([
    'select pg_advisory_lock(1)',
    'select pg_advisory_xact_lock(4280008)',
    'select pg_advisory_xact_lock_shared(1836410724, 1)',
    'select pg_try_advisory_xact_lock(4280008)',
    'select lo_create(0)',
    "select lo_from_bytea(0, 'kept for ever')",
    "select pg_logical_emit_message(false, 'a', 'b')",
    'select pg_terminate_backend(pg_backend_pid())',
    'select pg_cancel_backend(pg_backend_pid())',
    'create temporary table mine (a text)',
  ])('%s', async statement => {
    await expect(asActor(statement)).rejects.toThrow('permission denied')
  })

  it('temporary tables are closed by an owner of the database that is no superuser, too', async () => {
    const plain = `muster_plain_${process.pid}`
    const name = (await db.pool.query('select current_database() as name')).rows[0].name
    const mayMakeTables = async () =>
      (await db.pool.query(`select has_database_privilege('muster_app', $1, 'temporary') as may`, [name]))
        .rows[0].may
    const client = await db.pool.connect()
    try {
      await client.query(
        `create role ${plain}; alter database ${name} owner to ${plain}; grant temporary on database ${name} to public`,
      )
      expect(await mayMakeTables()).toBe(true)
      await client.query(`set role ${plain}`)
      await closeToRequests(client)
      await client.query('reset role')
      expect(await mayMakeTables()).toBe(false)
    } finally {
      await client.query(`reset role; alter database ${name} owner to ${owner}; drop role ${plain}`)
      client.release()
    }
  })

  it('the triggers that take such locks work for it all the same', async () => {
    await asActor(`insert into security_events (event_type, description, actor_id, affected_user_id)
      values ('user_action_tried', 'x', '${actor.userId}', '${actor.userId}')`)
    expect(await asActor("update user_profiles set first_name = 'Asha'")).toEqual([])
  })

  it('holds not the chain of the security log either', async () => {
    expect(await asActor('select link_security_events(1) as linked')).toEqual([{ linked: 0 }])
  })
})

describe('a login that somebody changed who used it is put right, and requests go on', () => {
  // A role of its own: the others of this server are those of other tests.
  const own = `muster_app_changed_${process.pid}`
  let before: string
  beforeAll(async () => {
    before = (await readAppLogin(db.pool)).name
    await db.pool.query('update app_login set name = $1', [own])
    await migrate(database.url, { afterMigrate })
  })
  afterAll(async () => {
    await db.pool.query('update app_login set name = $1', [before])
    await db.pool.query(`drop role ${own}`)
  })

  it.each([
    ['its password', "alter role current_user password 'another'"],
    ['a setting', 'alter role current_user set default_transaction_read_only = on'],
    [
      'a setting in this database',
      'alter role current_user in database %I set default_transaction_read_only = on',
    ],
  ])('%s', async (_, change) => {
    const name = new URL(database.url).pathname.slice(1)
    const troubles: string[] = []
    const open = () => openDatabase(database.url, { onError: error => void troubles.push(error.message) })
    const [used, fresh] = [open(), open()]
    const readOnly = async (it: Database) => {
      const { rows } = await it.asActor(actor, tx =>
        sql<{ value: string }>`select current_setting('transaction_read_only') as value`.execute(tx),
      )
      return rows[0]?.value
    }
    await used.asActor(actor, tx => sql.raw(change.replace('%I', pg.escapeIdentifier(name))).execute(tx))
    expect(await Promise.all([1, 2, 3].map(() => readOnly(fresh)))).toEqual(['off', 'off', 'off'])
    expect(troubles[0]).toContain('was changed by somebody who used it')
    await Promise.all([used.close(), fresh.close()])
  })
})

describe('the login', () => {
  const appUrl = async () => asAppLogin(database.url, await readAppLogin(db.pool))
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }

  it('is made anew and put right by a start, by several at once too', async () => {
    const { name } = await readAppLogin(db.pool)
    const client = await connect(await appUrl())
    await client.query(
      `alter role current_user password 'another'; alter role current_user set statement_timeout = 1`,
    )
    await client.end()

    await Promise.all([1, 2, 3].map(() => migrate(database.url, { afterMigrate })))
    const again = await connect(await appUrl())
    expect((await again.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
    await again.end()

    // A database restored into another cluster: its role is not there.
    const gone = `role_that_is_gone_${name.slice(-8)}`
    await db.pool.query('update app_login set name = $1', [gone])
    await Promise.all([1, 2, 3].map(() => migrate(database.url, { afterMigrate })))
    await (await connect(await appUrl())).end()
    await db.pool.query('update app_login set name = $1', [name])
    await db.pool.query(`drop role ${gone}`)
  })
})
