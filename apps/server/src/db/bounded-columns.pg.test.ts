import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factories, type TestUser } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'

let database: TestDatabase
let db: Database
let user: TestUser
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url)
  user = await factories(db).user()
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const asUser = (statement: string, values: unknown[] = []) =>
  db.asActor({ userId: user.id, sessionId: user.sessionId }, tx =>
    tx.executeQuery(CompiledQuery.raw(statement, values)),
  )

/** Bounded by the policy that lets requests write them: topics and kinds by list, the size of the document. */
const byPolicy = ['feed_events.topic', 'feed_events.kind', 'feed_events.payload']

it('every text, list and document that a request may write has a bound in the database', async () => {
  const { rows } = await db.pool.query<{ name: string; rules: string }>(`
    select c.relname || '.' || a.attname as name, coalesce(string_agg(pg_get_constraintdef(k.oid), ' '), '') as rules
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)
    where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p')
      and (t.typcategory in ('S', 'A') or t.typname in ('json', 'jsonb', 'bytea', 'xml'))
      and (has_column_privilege('muster_app', c.oid, a.attnum, 'insert') or has_column_privilege('muster_app', c.oid, a.attnum, 'update'))
    group by 1`)
  const unbounded = rows.filter(
    ({ name, rules }) =>
      !byPolicy.includes(name) && !/(length|pg_column_size)\([^)]*\)+ (<=|=) \d+|= ANY/.test(rules),
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(unbounded).toEqual([])
})

describe('a request that writes past the program', () => {
  it.each([
    ['skills', `update user_profiles set skills = array_fill('x'::text, array[51])`],
    ['one long skill', `update user_profiles set skills = array[repeat('x', 20000)]`],
    ['an emergency contact', `update user_profiles set emergency_contact_name = repeat('x', 101)`],
    ['a code', `update user_profiles set user_code = repeat('x', 41)`],
    ['a photo', `update user_profiles set profile_image = 'avatars/' || id || '/' || repeat('x', 300)`],
    [
      'facts of an event',
      `insert into security_events (event_type, description, actor_id, affected_user_id, metadata)
        select 'data_access', 'x', id, id, jsonb_build_object('x', repeat('x', 40000)) from user_profiles`,
    ],
  ])('%s', async (_, statement) => {
    await expect(asUser(statement)).rejects.toThrow('violates check constraint')
  })

  it('an event of the feed', async () => {
    const { rows } = await db.pool.query(
      'select event_kind from feed_appends where topic_kind = $1 limit 1',
      ['user'],
    )
    await expect(
      asUser(
        `insert into feed_events (topic, kind, payload) values ($1, $2, jsonb_build_object('x', repeat('x', 20000)))`,
        [`user:${user.id}`, rows[0]?.event_kind],
      ),
    ).rejects.toThrow('row-level security')
  })

  it('events of its own: so many in a minute, and then it is told to wait', async () => {
    const write = (events: number) =>
      asUser(
        `insert into security_events (event_type, description, actor_id)
         select 'data_access', 'x', $1 from generate_series(1, $2::int)`,
        [user.id, events],
      )
    await write(250)
    await expect(write(100)).rejects.toMatchObject({ code: 'MU001' })
  })
})
