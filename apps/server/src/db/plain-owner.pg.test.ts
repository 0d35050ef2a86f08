import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { afterMigrate } from '../app/after-migrate.ts'
import { createFactories } from '../testing/factories.ts'
import { runSql } from '../testing/test-database.ts'
import type { Actor } from './actor.ts'
import { type Database, openDatabase } from './database.ts'
import { withDatabase } from './embedded/connection-url.ts'
import { migrate } from './migrate.ts'

/** A role that is not a superuser and owns its database, as operators' own servers often provide it. */
const plainName = `muster_owner_${process.pid}`
const superuser = withDatabase(inject('testPostgresUrl'), plainName)
const owner = new URL(superuser)
owner.username = plainName
owner.password = 'plain'

let db: Database
let actor: Actor
beforeAll(async () => {
  const server = inject('testPostgresUrl')
  await runSql(server, `create role ${plainName} login password 'plain' createrole`)
  await runSql(server, `grant muster_app to ${plainName} with admin option`)
  await runSql(server, `create database ${plainName} owner ${plainName}`)
  await migrate(owner.href, { afterMigrate })
  db = openDatabase(owner.href)
  const { id: userId, sessionId } = await createFactories(db).user()
  actor = { userId, sessionId }
})
afterAll(async () => {
  const login = (await db.pool.query<{ name: string }>('select name from app_login')).rows[0]?.name
  await db.close()
  const server = inject('testPostgresUrl')
  await runSql(server, `drop database ${plainName} with (force)`)
  if (login) await runSql(server, `drop role ${login}`)
  await runSql(server, `drop owned by ${plainName}; drop role ${plainName}`)
})

const asActor = (statement: string) => db.asActor(actor, tx => sql.raw(statement).execute(tx))

it('Muster starts twice as a database owner without superuser rights, and requests work', async () => {
  const { rows } = await db.pool.query('select rolsuper from pg_roles where rolname = current_user')
  expect(rows).toEqual([{ rolsuper: false }])
  await asActor("update user_profiles set first_name = 'Asha'")
  await migrate(owner.href, { afterMigrate })
  expect((await db.pool.query(`select from feed_events where kind = 'user.changed'`)).rowCount).toBe(1)
})
