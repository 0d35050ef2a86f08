import { expect, test } from 'vitest'
import { appendToLock, findMigrationProblems, readLock, toLockText } from './migration-rules.ts'

const createMigration = (name: string, sql: string, checksum = name.slice(0, 4).repeat(16)) => ({
  name,
  sql,
  checksum,
})
const firstMigration = createMigration('0001-create-probe.sql', 'create table probe (n int);')
const secondMigration = createMigration('0002-add-colour.sql', 'alter table probe add colour text;')

const findProblems = (current: (typeof firstMigration)[], previous: (typeof firstMigration)[]) =>
  findMigrationProblems(current, readLock(toLockText(previous)))

test('migrations that match the lock file are accepted', () => {
  expect(findProblems([firstMigration, secondMigration], [firstMigration, secondMigration])).toEqual([])
})

test('changed, removed and new migrations are reported with the remedy', () => {
  expect(
    findProblems(
      [{ ...firstMigration, checksum: 'f'.repeat(64) }, secondMigration],
      [firstMigration, secondMigration],
    ),
  ).toEqual([expect.stringMatching(/0001-create-probe\.sql was changed.*add a new migration/)])
  expect(findProblems([firstMigration], [firstMigration, secondMigration])).toEqual([
    expect.stringMatching(/0002-add-colour\.sql was removed.*add a new migration/),
  ])
  expect(findProblems([firstMigration, secondMigration], [firstMigration])).toEqual([
    expect.stringMatching(/0002-add-colour\.sql is new.*lock-migrations/),
  ])
})

test('locking adds new migrations and never accepts a changed or removed one', () => {
  const lockBefore = toLockText([firstMigration])
  expect(appendToLock([firstMigration, secondMigration], lockBefore)).toBe(
    toLockText([firstMigration, secondMigration]),
  )
  expect(appendToLock([firstMigration], lockBefore)).toBe(lockBefore)
  const changedMigration = { ...firstMigration, checksum: 'f'.repeat(64) }
  expect(appendToLock([changedMigration, secondMigration], lockBefore)).toBe(
    toLockText([firstMigration, secondMigration]),
  )
  expect(appendToLock([secondMigration], lockBefore)).toBe(toLockText([firstMigration, secondMigration]))
})

test.each([
  ['create function now_and_then() returns int language sql as $$ select 1 $$;', 'function now_and_then'],
  ['CREATE OR REPLACE FUNCTION f() returns int', 'FUNCTION f'],
  ['create trigger follow after insert on probe', 'trigger follow'],
  ['create table a (n int);\n  create policy see on probe', 'policy see'],
])('%s belongs in functions/', (sql, what) => {
  const file = createMigration('0003-add-rule.sql', sql)
  expect(findProblems([file], [file])).toEqual([expect.stringContaining(`makes the ${what}`)])
})

test('a migration may create the function that generates keys', () => {
  const file = createMigration('0001-create-probe.sql', 'create function uuid_v7() returns uuid')
  expect(findProblems([file], [file])).toEqual([])
})
