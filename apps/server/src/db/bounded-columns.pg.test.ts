import { beforeAll, expect, it } from 'vitest'
import { createFactories } from '../testing/factories.ts'
import { testDatabase } from '../testing/test-world.ts'

const { db } = testDatabase()
beforeAll(async () => {
  const make = createFactories(db)
  await make.user()
  await make.zone()
})

/**
 * Columns that need no constraint of their own, because requests write them only through append_events, with topics, kinds and
 * payloads from the program.
 */
const columnsBoundedByPolicy = ['feed_events.topic', 'feed_events.kind', 'feed_events.payload']

it('the database limits the size of every text, list and document that a request may write', async () => {
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
  const unboundedColumns = rows.filter(
    ({ name, rules }) =>
      !columnsBoundedByPolicy.includes(name) &&
      !/(length|pg_column_size)\([^)]*\)+ (<=|=) \d+|= ANY/.test(rules),
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(unboundedColumns).toEqual([])
})

// Names from an identity provider bypass the contract's validation.
it.each(['update user_profiles set first_name = $1', 'update zones set name = $1'])(
  'names stay on one line, whoever writes them: %s',
  async statement => {
    for (const text of ['two\nlines', 'a\ttab', 'two\u2028lines', 'next\u0085line'])
      await expect(db.pool.query(statement, [text]), JSON.stringify(text)).rejects.toThrow('"one_line"')
  },
)

it.each([
  ['zones', 'description'],
  ['user_profiles', 'emergency_contact_name'],
])('the database dates changes to %s', async (table, column) => {
  await db.pool.query(`update ${table} set updated_at = '2020-01-01'`)
  await db.pool.query(`update ${table} set ${column} = 'Another'`)
  const { rows } = await db.pool.query(`select from ${table} where updated_at < now() - interval '1 minute'`)
  expect(rows).toEqual([])
})
