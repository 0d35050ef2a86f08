import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factories, type TestUser, type TestZone } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let db: Database
let user: TestUser
let zone: TestZone
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  const make = factories(db)
  user = await make.user()
  zone = await make.zone()
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const broken = ['two\nlines', 'two\r\nlines', 'a\ttab', 'two\u2028lines', 'two\u2029lines', 'next\u0085line']

describe('texts that others read', () => {
  it.each([
    'update user_profiles set first_name = $1',
    'update user_profiles set last_name = $1',
    'update user_profiles set phone = $1',
    'update user_profiles set emergency_contact_name = $1',
    'update user_profiles set emergency_contact_phone = $1',
    'update user_profiles set emergency_contact_relationship = $1',
    'update zones set name = $1',
    `insert into trackers (user_id, name, app, token_hash) select id, $1, 'other', sha256('x') from user_profiles`,
    `insert into webhooks (name, address, secret, kinds) values ($1, 'https://x.example', 'x', '{zone.deleted}')`,
  ])('stand on one line, whoever writes them: %s', async statement => {
    for (const text of broken)
      await expect(db.pool.query(statement, [text]), JSON.stringify(text)).rejects.toThrow('"one_line"')
    await expect(
      db.pool.query(`begin; ${statement.replace('$1', `'Zoë 🙂 अनिल'`)}; rollback`),
    ).resolves.toBeDefined()
  })

  it('that were written before are mended, and their rows go on', async () => {
    for (const table of ['user_profiles', 'zones', 'trackers', 'webhooks'])
      await db.pool.query(`alter table ${table} drop constraint one_line`)
    await db.pool.query('delete from schema_migrations where version = 28')
    await db.pool.query(
      `update user_profiles set first_name = E'An\\r\\nna', phone = E'\\n', last_name = E'\\u2028'`,
    )
    await db.pool.query(`update zones set name = E'\\n'`)
    await db.pool.query(
      `insert into trackers (user_id, name, app, token_hash) values ($1, E'A\\tphone ', 'other', sha256('x'))`,
      [user.id],
    )
    expect((await migrate(database.url)).applied).toEqual(['0028-keep-one-line.sql'])
    const { rows } = await db.pool.query(
      `select p.first_name, p.last_name, p.phone, u.name as greeted, z.name as zone, t.name as tracker
       from user_profiles p join auth.users u using (id) join trackers t on t.user_id = p.id, zones z where z.id = $1`,
      [zone.id],
    )
    expect(rows).toEqual([
      {
        first_name: 'An na',
        last_name: '',
        phone: null,
        greeted: 'An na ',
        zone: 'Zone',
        tracker: 'A phone',
      },
    ])
    await db.pool.query('update zones set current_occupancy = 1')
  })
})
