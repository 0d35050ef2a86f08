import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createFactories } from '../testing/factories.ts'
import { runSql } from '../testing/test-database.ts'
import type { Actor } from './actor.ts'
import { afterMigrate } from './after-migrate.ts'
import { type Database, openDatabase } from './database.ts'
import { withDatabase } from './embedded/connection-url.ts'
import { migrate } from './migrate.ts'

/** A role that is not a superuser and owns its database, as operators' own servers often provide it. */
const ownerName = `muster_owner_${process.pid}`
const superuserUrl = withDatabase(inject('testPostgresUrl'), ownerName)
const ownerUrl = new URL(superuserUrl)
ownerUrl.username = ownerName
ownerUrl.password = 'plain'

let db: Database
let actor: Actor
beforeAll(async () => {
  const serverUrl = inject('testPostgresUrl')
  await runSql(serverUrl, `create role ${ownerName} login password 'plain' createrole`)
  await runSql(serverUrl, `grant muster_app to ${ownerName} with admin option`)
  await runSql(serverUrl, `create database ${ownerName} owner ${ownerName}`)
  await migrate(ownerUrl.href, { afterMigrate })
  db = openDatabase(ownerUrl.href)
  const { id: userId, sessionId } = await createFactories(db).user()
  actor = { userId, sessionId }
})
afterAll(async () => {
  const loginName = (await db.pool.query<{ name: string }>('select name from app_login')).rows[0]?.name
  await db.close()
  const serverUrl = inject('testPostgresUrl')
  await runSql(serverUrl, `drop database ${ownerName} with (force)`)
  if (loginName) await runSql(serverUrl, `drop role ${loginName}`)
  await runSql(serverUrl, `drop owned by ${ownerName}; drop role ${ownerName}`)
})

const asActor = (statement: string) => db.asActor(actor, tx => sql.raw(statement).execute(tx))

it('Muster starts twice as a database owner without superuser rights, and requests work', async () => {
  const { rows } = await db.pool.query('select rolsuper from pg_roles where rolname = current_user')
  expect(rows).toEqual([{ rolsuper: false }])
  await asActor("update user_profiles set first_name = 'Asha'")
  await migrate(ownerUrl.href, { afterMigrate })
  expect((await db.pool.query(`select from feed_events where kind = 'user.changed'`)).rowCount).toBe(1)
})
