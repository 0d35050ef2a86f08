import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { afterMigrate } from '../db/after-migrate.ts'
import { DATABASE } from '../db/embedded/cluster.ts'
import { withDatabase } from '../db/embedded/connection-url.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { copyInitialisedFolder, initialiseFolder } from '../db/embedded/testing/initialised-folder.ts'
import { migrate } from '../db/migrate.ts'
import { runSql, TEMPLATE } from './test-database.ts'

/**
 * Starts one cluster for the whole run with a migrated template database, which every test file clones. TEST_DATABASE_URL replaces
 * it with an existing server, whose account must be a superuser, or be able to create databases and roles and set
 * session_replication_role (some tests write without triggers).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const externalUrl = process.env.TEST_DATABASE_URL
  const initialised = await initialiseFolder()
  const server = externalUrl
    ? { url: externalUrl, stop: async () => undefined }
    : await startCluster(initialised.home)
  const url = withDatabase(server.url, 'postgres')
  const teardown = async () => {
    if (externalUrl) await runSql(url, `drop database if exists ${TEMPLATE}`)
    await server.stop()
    await initialised.remove()
  }
  try {
    if (externalUrl) {
      await runSql(url, `create database ${TEMPLATE}`)
      await migrate(withDatabase(url, TEMPLATE), { afterMigrate })
    } else await runSql(url, `alter database ${DATABASE} rename to ${TEMPLATE}`)
    project.provide('testPostgresUrl', url)
    project.provide('initialisedHome', initialised.home)
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
async function startCluster(home: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'muster-test-'))
  // When the tests run as root, the server runs under another account, which must be able to traverse the folder.
  await chmod(dir, 0o755)
  await copyInitialisedFolder(dir, home)
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
