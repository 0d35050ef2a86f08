import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { insertTraces } from '../app/testing/access-table/traces.ts'
import { NO_ACTOR } from '../db/actor.ts'
import { afterMigrate } from '../db/after-migrate.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/embedded/connection-url.ts'
import { migrate } from '../db/migrate.ts'
import { recreatePartitions } from '../db/partitions/testing/recreate-partitions.ts'
import { createFactories } from '../testing/factories.ts'
import { createTestDatabase, runSql, type TestDatabase } from '../testing/test-database.ts'
import { moveRows } from './move-rows.ts'
import { type PortableContents, preparePortableSession, readContents } from './portable-contents.ts'

let source: TestDatabase
/** An empty database of an account without superuser rights: its addresses for a superuser and for that account. */
let target: { url: string; owner: string }
const databases: string[] = []
const owner = `mover_${process.pid}`

beforeAll(async () => {
  source = await createTestDatabase()
  const db = openDatabase(source.url)
  await recreatePartitions(db.pool, Date.now())
  await fillDatabase(db)
  await db.close()
  const serverUrl = inject('testPostgresUrl')
  await runSql(serverUrl, `create role ${owner} login password 'plain' createrole`)
  await runSql(serverUrl, `grant muster_app to ${owner} with admin option`)
  const url = await createEmptyDatabase(owner)
  const ownerUrl = new URL(url)
  ownerUrl.username = owner
  ownerUrl.password = 'plain'
  target = { url, owner: ownerUrl.href }
})
afterAll(async () => {
  await source.drop()
  for (const name of databases) await dropDatabase(name)
  await runSql(inject('testPostgresUrl'), `drop owned by ${owner}; drop role ${owner}`)
})

/** Fills most tables, several partitions and the job queue. */
async function fillDatabase(db: Database): Promise<void> {
  const make = createFactories(db)
  const [host, person] = [await make.user(), await make.user({ role: 'zone_manager_rw' })]
  const zone = await make.zone()
  await make.assign(person, zone, 'zone_manager_rw')
  await insertTraces(db, person, zone.id, host)
  // Text that COPY must escape, and rows in a partition that no fresh database has.
  await db.pool.query(`update zones set name = 'Back\\slash and "Größe" \\N'`)
  await db.pool.query(`update hazards set description = E'Tab\\t, line\\n, \\\\N and \\\\.\\n\\\\.'`)
  await db.pool.query(
    `create table position_checks_20250101 (like position_checks including defaults including constraints);
     alter table position_checks_20250101 enable row level security;
     create unique index position_checks_20250101_key1 on position_checks_20250101 (id, zone_id);
     alter table position_checks attach partition position_checks_20250101
       for values from ('2025-01-01 00:00+00') to ('2025-01-02 00:00+00')`,
  )
  await db.pool.query(
    `insert into position_checks
     select (jsonb_populate_record(null::position_checks,
       to_jsonb(it) || jsonb_build_object('id', gen_random_uuid(), 'captured_at', '2025-01-01T12:00:00Z'))).*
     from (select * from position_checks limit 1) it, generate_series(1, 300)`,
  )
  const boss = new PgBoss({ connectionString: source.url, schema: 'pgboss' })
  await boss.start()
  await boss.createQueue('mail')
  await boss.send('mail', { to: 'asha@example.org' })
  await boss.stop()
}

async function createEmptyDatabase(owner?: string): Promise<string> {
  const name = `moved_${databases.length}_${process.pid}`
  databases.push(name)
  await runSql(inject('testPostgresUrl'), `create database ${name} ${owner ? `owner ${owner}` : ''}`)
  return withDatabase(inject('testPostgresUrl'), name)
}

/** Drops a database and the login that Muster created for it. */
async function dropDatabase(name: string): Promise<void> {
  const url = withDatabase(inject('testPostgresUrl'), name)
  const login = await withClient(url, client => client.query('select name from app_login')).catch(
    () => undefined,
  )
  await runSql(inject('testPostgresUrl'), `drop database ${name} with (force)`)
  if (login?.rows[0]) await runSql(inject('testPostgresUrl'), `drop role ${login.rows[0].name}`)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const readAll = (url: string): Promise<PortableContents> =>
  withClient(url, async client => {
    await preparePortableSession(client)
    return readContents(client)
  })

const countObjects = (url: string) =>
  withClient(url, async client => {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where nspname !~ '^pg_' and nspname <> 'information_schema'`,
    )
    return rows[0].n
  })

const move = (target: string, from = source.url) =>
  moveRows({ source: from, target, afterMigrate, log: () => undefined })

/** Describes tables, indexes, constraints, functions, triggers, policies and grants. The current user counts as the owner. */
const readSchema = (url: string) =>
  withClient(url, async client => {
    const { rows } = await client.query<{ line: string }>(`
      select format('%s %s %s %s', c.oid::regclass, relkind, relrowsecurity, regexp_replace(
          coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))::text,
          '\\m' || current_user || '\\M', 'owner', 'g')) as line from pg_class c
        join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'auth') and relkind not in ('i', 'I')
      union all select indexdef from pg_indexes where schemaname in ('public', 'auth')
      union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) from pg_constraint k
        join pg_namespace n on n.oid = connamespace where nspname in ('public', 'auth') and contype <> 'n'
      union all select format('%s %s %s', p.oid::regprocedure,
          regexp_replace(proacl::text, '\\m' || current_user || '\\M', 'owner', 'g'), md5(prosrc)) from pg_proc p
        join pg_namespace n on n.oid = pronamespace where nspname in ('public', 'auth')
      union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      union all select format('%s %s %s %s', tablename, policyname, qual, with_check) from pg_policies
      union all select statement from schema_functions, unnest(removal) statement`)
    return rows.map(({ line }) => line).sort()
  })

it('a move that loses its connection at the end says so, leaves nothing, and can be repeated', async () => {
  let reached = false
  const failing = moveRows({
    source: source.url,
    target: target.owner,
    log: () => undefined,
    async afterMigrate(client) {
      reached = true
      await runSql(
        target.url,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      await client.query('select 1')
    },
  })
  await expect(failing).rejects.toThrow(/^The connection to a database was lost/)
  expect(reached).toBe(true)
  expect(await countObjects(target.url)).toBe(0)
})

it('an account without superuser rights moves rows, sequences, partitions, waiting jobs and schema, and serves requests', async () => {
  await move(target.owner)
  const [before, after] = [await readAll(source.url), await readAll(target.owner)]
  expect(after.tables).toEqual(before.tables)
  expect(after.sequences).toEqual(before.sequences)
  expect(after.partitions).toEqual(before.partitions)
  expect(after.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(50)
  expect(after.tables.find(({ name }) => name === 'pgboss.job')?.rows).toBe(1)
  expect(after.tables.find(({ name }) => name === 'public.position_checks')?.rows).toBeGreaterThan(300)
  expect(await readSchema(target.owner)).toEqual(await readSchema(source.url))

  expect((await migrate(target.owner, { afterMigrate })).applied).toEqual([])
  const db = openDatabase(target.owner)
  const zones = await db.asActor(NO_ACTOR, tx => tx.selectFrom('zones').selectAll().execute())
  await db.close()
  expect(zones).toEqual([])
  const boss = new PgBoss({ connectionString: target.owner, schema: 'pgboss' })
  await boss.start()
  expect((await boss.fetch('mail'))[0]?.data).toEqual({ to: 'asha@example.org' })
  await boss.stop()
})

it('refuses a running Muster on the source and a target with tables or a Muster, in one line', async () => {
  const empty = await createEmptyDatabase()
  const running = new pg.Client({ connectionString: source.url, application_name: 'muster-jobs' })
  await running.connect()
  await expect(move(empty)).rejects.toThrow(/^A Muster is running on the source \(1 connections\): stop it/)
  await running.end()
  await expect(move(source.url, source.url)).rejects.toThrow(/being copied already/)
  expect(await countObjects(empty)).toBe(0)

  await runSql(empty, 'create table invoices (n int)')
  await expect(move(empty)).rejects.toThrow('The target is not empty (invoices): name an empty database.')
  const other = await createTestDatabase()
  await expect(move(other.url)).rejects.toThrow(
    'The target already contains a Muster: name an empty database.',
  )
  await other.drop()
  await expect(move(empty, empty)).rejects.toThrow('There is no Muster in this database')
  await expect(move(withDatabase(empty, 'no_such_database'))).rejects.toThrow(
    /^The database of the target \(.*no_such_database\) cannot be used: .*does not exist\.$/,
  )
})
