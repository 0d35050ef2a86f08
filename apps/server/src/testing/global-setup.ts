import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { afterMigrate } from '../db/after-migrate.ts'
import { withDatabase } from '../db/embedded/connection-url.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { runSql, TEMPLATE } from './test-database.ts'

/**
 * Starts one cluster for the whole run and migrates a template database, which every test file clones. TEST_DATABASE_URL replaces
 * it with an existing server, whose account must be a superuser, or be able to create databases and roles and set
 * session_replication_role (some tests write without triggers).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const externalUrl = process.env.TEST_DATABASE_URL
  const server = externalUrl ? { url: externalUrl, stop: async () => undefined } : await startCluster()
  const url = withDatabase(server.url, 'postgres')
  const teardown = async () => {
    if (externalUrl) await runSql(url, `drop database if exists ${TEMPLATE}`)
    await server.stop()
  }
  try {
    await runSql(url, `create database ${TEMPLATE}`)
    await migrate(withDatabase(url, TEMPLATE), { afterMigrate })
    project.provide('testPostgresUrl', url)
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}

/**
 * Starts the cluster with fsync off: these tests do not check durability across power cuts. Tests that do check it start their own
 * cluster.
 */
async function startCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'muster-test-'))
  // When the tests run as root, the server runs under another account, which must be able to traverse the folder.
  await chmod(dir, 0o755)
  const postgres = await startEmbeddedPostgres({
    dataDir: dir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '120',
      scram_iterations: '1',
      // The folder may be in memory, where an old log would take room.
      max_wal_size: '256MB',
      min_wal_size: '64MB',
    },
  })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
