import type pg from 'pg'

type Client = Pick<pg.Client, 'query'>

/** Returns the versions of the applied migrations, in order; none for an empty database. */
export async function readAppliedMigrations(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as made`,
  )
  if (!rows[0]?.made) return []
  const applied = await client.query<{ version: number }>(
    'select version from schema_migrations order by version',
  )
  return applied.rows.map(({ version }) => version)
}

export type Figures = {
  readonly tables: number
  readonly people: number
  readonly superAdmins: number
  readonly organisations: number
  readonly zones: number
  readonly readings: number
  readonly bytes: number
}

/** Counts what a migrated database contains. Readings are estimated, because counting millions takes long. */
export async function readFigures(client: Client): Promise<Figures | undefined> {
  const { rows } = await client.query<Figures>(`
    select (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'auth')) as tables,
      (select count(*)::int from user_profiles) as people,
      (select count(*)::int from user_profiles where role = 'super_admin' and status = 'active') as "superAdmins",
      (select count(*)::int from clients) as organisations,
      (select count(*)::int from zones) as zones,
      (select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'position_checks'::regclass) as readings,
      pg_database_size(current_database())::float8 as bytes`)
  return rows[0]
}

/** Returns PostgreSQL's version, such as `18.4`. */
export async function readServerVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  return rows[0]?.version ?? 'unknown'
}

/** Returns the id that the file store's marker must contain; undefined before the first start. */
export async function readFileStoreId(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>(
    `select value from installation_facts where fact = 'file-store'`,
  )
  return rows[0]?.value
}

/** Returns the names of the keys kept in the database. */
export async function listKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from installation_secrets order by name')
  return rows.map(({ name }) => name)
}

/** Returns why the last nightly backup failed; undefined if none failed after the last good one. */
export async function readBackupProblem(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ problem: string | null; state: string }>(
    `select state, problem from backup_runs where kind = 'backup' and state in ('done', 'failed') and started_at is not null
     order by started_at desc limit 1`,
  )
  return rows[0]?.state === 'failed' ? (rows[0].problem ?? 'no reason is recorded') : undefined
}
