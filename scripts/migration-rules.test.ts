import { expect, test } from 'vitest'
import { appendToLock, findMigrationProblems, lockText, readLock } from './migration-rules.ts'

const migration = (name: string, sql: string, checksum = name.slice(0, 4).repeat(16)) => ({
  name,
  sql,
  checksum,
})
const first = migration('0001-create-probe.sql', 'create table probe (n int);')
const second = migration('0002-add-colour.sql', 'alter table probe add colour text;')

const findProblems = (now: (typeof first)[], before: (typeof first)[]) =>
  findMigrationProblems(now, readLock(lockText(before)))

test('migrations that match the lock file are accepted', () => {
  expect(findProblems([first, second], [first, second])).toEqual([])
})

test('changed, removed and new migrations are reported with the remedy', () => {
  expect(findProblems([{ ...first, checksum: 'f'.repeat(64) }, second], [first, second])).toEqual([
    expect.stringMatching(/0001-create-probe\.sql was changed.*add a new migration/),
  ])
  expect(findProblems([first], [first, second])).toEqual([
    expect.stringMatching(/0002-add-colour\.sql was removed.*add a new migration/),
  ])
  expect(findProblems([first, second], [first])).toEqual([
    expect.stringMatching(/0002-add-colour\.sql is new.*lock-migrations/),
  ])
})

test('locking adds new migrations and never accepts a changed or removed one', () => {
  const before = lockText([first])
  expect(appendToLock([first, second], before)).toBe(lockText([first, second]))
  expect(appendToLock([first], before)).toBe(before)
  const changed = { ...first, checksum: 'f'.repeat(64) }
  expect(appendToLock([changed, second], before)).toBe(lockText([first, second]))
  expect(appendToLock([second], before)).toBe(lockText([first, second]))
})

test.each([
  ['create function now_and_then() returns int language sql as $$ select 1 $$;', 'function now_and_then'],
  ['CREATE OR REPLACE FUNCTION f() returns int', 'FUNCTION f'],
  ['create trigger follow after insert on probe', 'trigger follow'],
  ['create table a (n int);\n  create policy see on probe', 'policy see'],
])('%s belongs in functions/', (sql, what) => {
  const file = migration('0003-add-rule.sql', sql)
  expect(findProblems([file], [file])).toEqual([expect.stringContaining(`makes the ${what}`)])
})

test('a migration may create the function that generates keys', () => {
  const file = migration('0001-create-probe.sql', 'create function uuid_v7() returns uuid')
  expect(findProblems([file], [file])).toEqual([])
})
