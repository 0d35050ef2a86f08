import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let dir: string
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // The cloned database contains the product's migrations, but these tests use their own.
  await client.query('drop schema auth cascade')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

beforeEach(async () => {
  await client.query(
    'drop schema public cascade; create schema public; grant usage on schema public to muster_app',
  )
  dir = await mkdtemp(join(tmpdir(), 'muster-migrations-'))
  await mkdir(join(dir, 'migrations'))
  await mkdir(join(dir, 'functions/area'), { recursive: true })
})

afterEach(() => rm(dir, { recursive: true }))

const writeMigration = (name: string, sql: string) => writeFile(join(dir, 'migrations', name), sql)
const listVersions = async () =>
  (await client.query('select version from schema_migrations order by 1')).rows.map(it => it.version)

describe('migrate', () => {
  test('applies missing migrations in order, and each only once', async () => {
    await writeMigration('0002-add-colour.sql', 'alter table probe add colour text')
    await writeMigration('0001-create-probe.sql', 'create table probe (n int); insert into probe values (1)')
    expect((await migrate(database.url, { dir })).applied).toEqual([
      '0001-create-probe.sql',
      '0002-add-colour.sql',
    ])
    expect((await migrate(database.url, { dir })).applied).toEqual([])
    expect((await client.query('select n, colour from probe')).rows).toEqual([{ n: 1, colour: null }])
  })

  test('lets several nodes start at once', async () => {
    await writeMigration(
      '0001-create-probe.sql',
      'create table probe (n int); select pg_sleep(0.1); insert into probe values (1)',
    )
    const results = await Promise.all([1, 2, 3].map(() => migrate(database.url, { dir })))
    expect(results.flatMap(it => it.applied)).toEqual(['0001-create-probe.sql'])
    expect((await client.query('select n from probe')).rows).toEqual([{ n: 1 }])
  })

  test('rolls back a failing file, keeps the earlier ones, and reports file and line', async () => {
    await writeMigration('0001-create-probe.sql', 'create table probe (n int)')
    await writeMigration(
      '0002-break-it.sql',
      'insert into probe values (1);\n\nselect no_such_column from probe',
    )
    await expect(migrate(database.url, { dir })).rejects.toMatchObject({
      code: 'FILE_FAILED',
      message: expect.stringMatching(/0002-break-it\.sql .*no_such_column.*line 3/),
    })
    expect(await listVersions()).toEqual([1])
    expect((await client.query('select n from probe')).rows).toEqual([])
  })

  test('refuses a database that is newer than the program and leaves it unchanged', async () => {
    await writeMigration('0001-create-probe.sql', 'create table probe (n int)')
    await writeMigration('0002-add-colour.sql', 'alter table probe add colour text')
    await migrate(database.url, { dir })
    await unlink(join(dir, 'migrations/0002-add-colour.sql'))
    let hookRan = false
    const afterMigrate = async () => {
      hookRan = true
    }
    await expect(migrate(database.url, { dir, afterMigrate })).rejects.toMatchObject({
      code: 'DATABASE_NEWER',
    })
    expect(hookRan).toBe(false)
  })

  test('refuses a file that was changed after it was applied, but accepts other line endings', async () => {
    await writeMigration('0001-create-probe.sql', 'create table probe (\n  n int\n)')
    await migrate(database.url, { dir })
    await writeMigration('0001-create-probe.sql', 'create table probe (\r\n  n int\r\n)')
    await migrate(database.url, { dir })
    await writeMigration('0001-create-probe.sql', 'create table probe (\n  n bigint\n)')
    const releases = [{ version: '0.1.0', migrations: [] }]
    await expect(migrate(database.url, { dir, releases })).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      message: expect.stringMatching(/0001-create-probe\.sql.*0\.1\.0 or later.*install Muster again/),
    })
  })

  test('tells the operator of a database from before the first release that it cannot be upgraded', async () => {
    await writeMigration('0001-create-probe.sql', 'create table probe (n int)')
    await migrate(database.url, { dir })
    await writeMigration('0001-create-probe.sql', 'create table probe (n bigint)')
    await writeMigration('0002-add-colour.sql', 'alter table probe add colour text')
    await expect(migrate(database.url, { dir })).rejects.toMatchObject({
      code: 'DATABASE_UNRELEASED',
      message: expect.stringMatching(
        /^This database was made by a version of Muster before 0\.1\.0.*UPGRADING\.md/,
      ),
    })
    expect(await listVersions()).toEqual([1])
  })

  test('backs up before the first pending migration, and stops if the backup fails', async () => {
    await writeMigration('0001-create-probe.sql', 'create table probe (n int)')
    const backups: (readonly string[])[] = []
    const beforeUpgrade = async (_owner: pg.Client, applied: readonly { name: string }[]) =>
      backups.push(applied.map(it => it.name))
    await migrate(database.url, { dir, beforeUpgrade })
    await migrate(database.url, { dir, beforeUpgrade })
    expect(backups).toEqual([])
    await writeMigration('0002-add-colour.sql', 'alter table probe add colour text')
    const failingBackup = () => Promise.reject(new Error('The disk is full'))
    await expect(migrate(database.url, { dir, beforeUpgrade: failingBackup })).rejects.toThrow('disk is full')
    expect(await listVersions()).toEqual([1])
    await migrate(database.url, { dir, beforeUpgrade })
    expect(backups).toEqual([['0001-create-probe.sql']])
    expect(await listVersions()).toEqual([1, 2])
  })

  test('runs the hook on every start in one transaction', async () => {
    await writeMigration('0001-create-probe.sql', 'create table probe (n int)')
    const afterMigrate = async (owner: pg.Client) => {
      await owner.query('insert into probe values (1)')
    }
    await migrate(database.url, { dir, afterMigrate })
    await migrate(database.url, { dir, afterMigrate })
    const failingHook = async (owner: pg.Client) => {
      await afterMigrate(owner)
      throw new Error('no')
    }
    await expect(migrate(database.url, { dir, afterMigrate: failingHook })).rejects.toThrow('no')
    expect((await client.query('select count(*)::int as n from probe')).rows).toEqual([{ n: 2 }])
  })

  test.each([
    ['1-short.sql', 'NNNN-verb-noun'],
    ['0001_under_score.sql', 'NNNN-verb-noun'],
    ['0001-second-file.sql', 'the number 0001'],
  ])('refuses the file name %s', async (name, message) => {
    await writeMigration('0001-first-file.sql', 'select 1')
    await writeMigration(name, 'select 1')
    await expect(migrate(database.url, { dir })).rejects.toThrow(message)
  })
})

describe('functions, triggers and policies', () => {
  const writeFunction = (name: string, sql: string) => writeFile(join(dir, 'functions/area', name), sql)
  const queryAnswer = async () => (await client.query('select probe_answer() as answer')).rows[0].answer
  const run = async () => {
    const lines: string[] = []
    await migrate(database.url, { dir, log: line => lines.push(line) })
    return lines
  }
  const listMigrations = async () =>
    (
      await client.query(`
        select 'function ' || proname as name from pg_proc where proname like 'probe%'
        union all select 'trigger ' || tgname from pg_trigger where tgrelid = to_regclass('probe') and not tgisinternal
        union all select 'policy ' || polname from pg_policy where polrelid = to_regclass('probe') order by 1`)
    ).rows.map(it => it.name)

  beforeEach(async () => {
    await writeMigration('0001-create-probe.sql', 'create table probe (n int)')
    await writeFunction(
      'answer.sql',
      'create function probe_answer() returns int language sql as $$ select 1 $$;',
    )
  })

  test('are applied once, and again when a file changes, even its arguments and result type', async () => {
    expect(await run()).toHaveLength(2)
    expect(await run()).toEqual([])
    expect(await queryAnswer()).toBe(1)
    await writeFunction(
      'answer.sql',
      `create function probe_answer(first text default 'a') returns text language sql as $$ select first $$;`,
    )
    expect(await run()).toHaveLength(1)
    expect(await queryAnswer()).toBe('a')
  })

  test('are applied again after a migration, so a table it recreates keeps its policies', async () => {
    await writeFunction('policy.sql', 'create policy probe_policy on probe using (true);')
    await run()
    await writeMigration('0002-renew-probe.sql', 'drop table probe; create table probe (n text)')
    await run()
    expect(await listMigrations()).toContain('policy probe_policy')
  })

  test('are removed once no file defines them, while objects created elsewhere stay', async () => {
    await writeFunction(
      'trigger.sql',
      `create function probe_trigger() returns trigger language plpgsql as $$ begin return new; end $$;
       create trigger probe_trigger before insert on probe for each row execute function probe_trigger();
       create policy probe_policy on probe using (true); grant select on probe to muster_app;`,
    )
    await run()
    await client.query('create function probe_of_the_operator() returns int language sql as $$ select 7 $$')
    expect(await listMigrations()).toEqual([
      'function probe_answer',
      'function probe_of_the_operator',
      'function probe_trigger',
      'policy probe_policy',
      'trigger probe_trigger',
    ])
    await unlink(join(dir, 'functions/area/trigger.sql'))
    await run()
    expect(await listMigrations()).toEqual(['function probe_answer', 'function probe_of_the_operator'])
    const { rows } = await client.query(`select has_table_privilege('muster_app', 'probe', 'select') as may`)
    expect(rows[0].may).toBe(false)
  })

  test('stay unchanged when a file fails, and the error names the file', async () => {
    await run()
    await writeFunction(
      'answer.sql',
      'create function probe_answer() returns int language sql as $$ select 2 $$;',
    )
    await writeFunction('broken.sql', '\n\ncreate policy p on no_such_table using (true);')
    await expect(run()).rejects.toMatchObject({
      code: 'FILE_FAILED',
      message: expect.stringMatching(/functions\/area\/broken\.sql .*no_such_table/),
    })
    expect(await queryAnswer()).toBe(1)
  })

  test('do not keep a node waiting forever for a transaction that reads the table', async () => {
    await writeFunction('policy.sql', 'create policy probe_policy on probe using (true);')
    await run()
    await writeFunction('policy.sql', 'create policy probe_policy on probe using (false);')
    await client.query('begin; select from probe')
    const pendingRun = run()
    // Waits longer than the lock timeout, so that the node has to give way and retry.
    await new Promise(done => setTimeout(done, 2_600))
    await client.query('commit')
    expect(await pendingRun).toHaveLength(1)
  })
})
