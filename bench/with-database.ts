import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterMigrate } from '@muster/server/src/db/after-migrate.ts'
import { startEmbeddedPostgres } from '@muster/server/src/db/embedded/start-embedded-postgres.ts'
import { migrate } from '@muster/server/src/db/migrate.ts'
import pg from 'pg'
import { isShort } from './short-form.ts'

export type BenchDatabase = {
  readonly url: string
  /** Process id of the postmaster. */
  readonly pid: number
  /** A connection as the database owner. */
  readonly client: pg.Client
  /** A temporary folder, removed after the run. */
  readonly dir: string
}

/** Runs `work` on a PostgreSQL server of its own, with the product's empty tables and with production durability. */
export async function withDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  // When running as root, PostgreSQL uses another account, which needs to traverse this folder.
  await chmod(dir, 0o755)
  const { url, pid, stop } = await (isShort ? cloneTestDatabase() : startPostgres(dir))
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    if (!isShort) await refuseVolatile(client)
    return await work({ url, pid, client, dir })
  } finally {
    await client.end()
    await stop()
    await rm(dir, { recursive: true, force: true })
  }
}

async function startPostgres(dir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'data') })
  await migrate(postgres.url, { afterMigrate })
  return postgres
}

/** Creates a database on the cluster of the test run. The processor time of its postmaster is unknown. */
async function cloneTestDatabase() {
  const { createTestDatabase } = await import('@muster/server/src/testing/test-database.ts')
  const { url, drop } = await createTestDatabase()
  return { url, pid: process.pid, stop: drop }
}

/** Throws if fsync or a similar setting is off, because the figures would be misleading. */
async function refuseVolatile(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await client.query(`show ${setting}`)
    if (rows[0]?.[setting] !== 'on') throw new Error(`${setting} is not on`)
  }
}
