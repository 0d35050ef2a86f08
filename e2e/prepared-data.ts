import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findRunning } from '@muster/server/src/db/embedded/find-running.ts'
import { findHome } from '@muster/server/src/db/embedded/place.ts'
import pg from 'pg'
import { freePort, startServerProcess } from './durability/server-process.ts'

/** The environment names the folder to the workers of a run. */
const PREPARED = 'MUSTER_PREPARED_DATA'

/**
 * Starts the product once, with the demo, and keeps the data folder: every server of a run begins with a copy of it, because
 * initdb, migrations and the demo take most of a first start. Its database does not wait for the disk: journeys look at screens,
 * and e2e/durability proves what survives a crash.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-prepared-'))
  // As root the database runs under another account, which must be able to pass through.
  await chmod(dataDir, 0o755)
  const server = await startServerProcess(dataDir, await freePort())
  const home = (await findHome(dataDir)) ?? ''
  const client = new pg.Client({ connectionString: (await findRunning(home)) ?? '' })
  await client.connect()
  await client.query('alter system set fsync = off')
  await client.end()
  await server.stop()
  // A cluster outside of the folder would be the same for all copies.
  if (dirname(home) === dataDir) process.env[PREPARED] = dataDir
  return async () => {
    for (const path of [dataDir, home]) await rm(path, { recursive: true, force: true })
  }
}

/** Fills an empty data folder with what was prepared, where something was. */
export async function copyPreparedData(dataDir: string): Promise<void> {
  const prepared = process.env[PREPARED]
  if (!prepared) return
  // Node's own copy does not keep the owner of the cluster.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir])
  // Each cluster finds a free port of its own.
  await rm(join(dataDir, 'postgres', 'port'), { force: true })
}
