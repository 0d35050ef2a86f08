import { describe, expect, test } from 'vitest'
import { readLock } from '../apps/server/src/db/releases.ts'
import { appendToLock, findMigrationProblems, findReleaseProblems, lockText } from './migration-rules.ts'

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

describe('compared with the last release', () => {
  const releases = [
    { version: '0.1.0', migrations: [first] },
    { version: '0.2.0', migrations: [first, second] },
  ]
  const third = migration('0003-add-size.sql', 'alter table probe add size int;')

  test('new migrations with higher numbers are accepted', () => {
    expect(findReleaseProblems([first, second, third], releases)).toEqual([])
  })

  test('a changed or removed migration is reported even if migrations.lock was rewritten with it', () => {
    const changed = { ...second, checksum: 'f'.repeat(64) }
    expect(findProblems([first, changed], [first, changed])).toEqual([])
    expect(findReleaseProblems([first, changed], releases)).toEqual([
      expect.stringMatching(
        /0002-add-colour\.sql differs from the one of release 0\.2\.0.*add a new migration/,
      ),
    ])
    expect(findReleaseProblems([first], releases)).toEqual([expect.stringContaining('0002-add-colour.sql')])
  })

  test('a new migration with a number below those of the release is reported', () => {
    const between = migration('0001-zz-late.sql', 'select 1')
    expect(findReleaseProblems([first, between, second], releases)).toEqual([
      expect.stringMatching(/0001-zz-late\.sql is not part of release 0\.2\.0.*higher number/),
    ])
  })

  test('the absence of any release is reported', () => {
    expect(findReleaseProblems([first], [])).toEqual([expect.stringContaining('No release')])
  })
})
