import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findRunning } from '@muster/server/src/db/embedded/find-running.ts'
import { findHome } from '@muster/server/src/db/embedded/place.ts'
import pg from 'pg'
import { freePort, startServerProcess } from './durability/server-process.ts'

/** The environment variable that passes the folder to the workers of a run. */
const PREPARED_DATA_VARIABLE = 'MUSTER_PREPARED_DATA'

/** The folder for the data folders of all servers: `npm test` names one in memory if there is room. */
export const journeyDataFolder = process.env.JOURNEY_DATA_FOLDER || tmpdir()

/** The folder of the same data without the demo. */
const toEmptyFolder = (preparedDir: string) => `${preparedDir}-empty`

/**
 * Starts the product once without and once with the demo and keeps both data folders. Every server of a run starts from a copy, because
 * initdb, migrations and the demo take up most of a first start. The database does not wait for the disk: journeys test screens, and
 * e2e/durability proves what survives a crash.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const builtIndex = join(import.meta.dirname, '../apps/web/dist/index.html')
  if (!existsSync(builtIndex)) throw new Error('The web app is not built: npm test does it, or npm start.')
  const dataDir = await mkdtemp(join(journeyDataFolder, 'muster-prepared-'))
  // When running as root, PostgreSQL uses another account, which needs to traverse this folder.
  await chmod(dataDir, 0o755)
  const emptyServer = await startServerProcess(dataDir, await freePort(), { DEMO: '0' })
  const home = (await findHome(dataDir)) ?? ''
  const client = new pg.Client({ connectionString: (await findRunning(home)) ?? '' })
  await client.connect()
  await client.query('alter system set fsync = off')
  await client.end()
  await emptyServer.stop()
  // A cluster outside the folder would be shared by all copies.
  const hasOwnCluster = dirname(home) === dataDir
  if (hasOwnCluster) await copyData(dataDir, toEmptyFolder(dataDir))
  const server = await startServerProcess(dataDir, await freePort())
  await server.stop()
  if (hasOwnCluster) process.env[PREPARED_DATA_VARIABLE] = dataDir
  return async () => {
    for (const path of [dataDir, toEmptyFolder(dataDir), home])
      await rm(path, { recursive: true, force: true })
  }
}

/** Fills an empty data folder with the prepared data, if there is any. */
export async function copyPreparedData(dataDir: string, { demo }: { demo: boolean }): Promise<void> {
  const preparedDir = process.env[PREPARED_DATA_VARIABLE]
  if (!preparedDir) return
  await copyData(demo ? preparedDir : toEmptyFolder(preparedDir), dataDir)
  // Each cluster picks a free port of its own.
  await rm(join(dataDir, 'postgres', 'port'), { force: true })
}

/** Copies a data folder. Node's own copy function does not preserve the owner of the cluster. */
async function copyData(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}
