import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { afterMigrate } from '../db/after-migrate.ts'
import { withDatabase } from '../db/embedded/connection-url.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { TEMPLATE } from './test-database.ts'

/**
 * One cluster for the whole run, migrated once into a template that every test file clones.
 * fsync is off: these tests ask what is in the database, not whether it survives a power cut. A test of the latter
 * starts a cluster of its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'muster-test-'))
  // As root the server runs under another account, which must be able to pass through.
  await chmod(dir, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir: dir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '120' },
  })
  const teardown = async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    const url = withDatabase(postgres.url, 'postgres')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`create database ${TEMPLATE}`)
    await client.end()
    await migrate(withDatabase(url, TEMPLATE), { afterMigrate })
    project.provide('testPostgresUrl', url)
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}
