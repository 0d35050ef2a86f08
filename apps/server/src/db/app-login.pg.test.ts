import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../testing/test-world.ts'
import { type Actor, NO_ACTOR } from './actor.ts'
import { afterMigrate } from './after-migrate.ts'
import { asAppLogin, readAppLogin } from './app-login.ts'
import { migrate } from './migrate.ts'

const { database, db, make } = testDatabase()
let actor: Actor
let ownerRole: string
beforeAll(async () => {
  const user = await make.user()
  actor = { userId: user.id, sessionId: user.sessionId }
  ownerRole = (await db.pool.query('select current_user as name')).rows[0].name
})

const asActor = (...statements: string[]) =>
  db.asActor(actor, async tx => {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await sql.raw(statement).execute(tx)).rows
    return rows
  })

describe('a request', () => {
  it('logs in as a role that is only muster_app', async () => {
    const [loginRow] = (await asActor(`
      select session_user = current_user as same, current_user::text as name, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
        (select array_agg(b.rolname::text) from pg_auth_members m join pg_roles b on b.oid = m.roleid where m.member = r.oid) as member_of
      from pg_roles r where rolname = current_user`)) as [Record<string, unknown>]
    const noPrivileges = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }
    expect(loginRow).toMatchObject({ same: true, member_of: ['muster_app'], ...noPrivileges })
    expect(loginRow.name).not.toBe(ownerRole)
  })

  it('has no other role to go back to', async () => {
    await expect(asActor('reset role', 'select from entry_pins')).rejects.toThrow('permission denied')
  })

  it('does not start for an actor whose id is not a UUID', async () => {
    await expect(db.asActor({ ...NO_ACTOR, userId: `'; select 1; --` }, async () => 1)).rejects.toThrow(
      'no UUID',
    )
  })
})

describe('the login', () => {
  const createAppUrl = async () => asAppLogin(database.url, await readAppLogin(db.pool))
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }

  it('is created again on start, even when several nodes start at once', async () => {
    const { name } = await readAppLogin(db.pool)
    // Simulates a database restored to another cluster, which lacks the role.
    const missingRole = `role_that_is_gone_${name.slice(-8)}`
    await db.pool.query('update app_login set name = $1', [missingRole])
    await Promise.all([1, 2, 3].map(() => migrate(database.url, { afterMigrate })))
    await (await connect(await createAppUrl())).end()
    await db.pool.query('update app_login set name = $1', [name])
    await db.pool.query(`drop role ${missingRole}`)
  })
})
