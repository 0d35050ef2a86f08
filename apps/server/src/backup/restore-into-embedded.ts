import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chooseAccount } from '../db/embedded/account.ts'
import { findRunning } from '../db/embedded/find-running.ts'
import { findHome, prepareDataFolder } from '../db/embedded/place.ts'
import { restoreCluster } from '../db/embedded/restore-cluster.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { PortableError } from './portable-error.ts'

/** The folder in the data folder for a database that is still being restored. */
const DRAFT = 'database.unfinished'

/** A failed restore changes nothing. `replace` sets the former database aside. Throws PortableError while Muster runs. */
export async function restoreIntoEmbedded(options: {
  readonly dataDir: string
  readonly replace: boolean
  readonly restore: (url: string) => Promise<unknown>
  readonly log: (line: string) => void
}): Promise<void> {
  const dataDir = resolve(options.dataDir)
  const formerHome = await findHome(dataDir)
  if (formerHome && (await findRunning(formerHome)))
    throw new PortableError(`A Muster is running on ${dataDir}: stop it first.`)
  if (formerHome && !options.replace)
    throw new PortableError(
      `There is already a database in ${formerHome}. Add --replace to set it aside and restore in its place.`,
    )
  await prepareDataFolder(dataDir, chooseAccount())
  const draft = join(dataDir, DRAFT)
  const removeDraft = async () => {
    // If Muster runs as root, the database may be outside the folder.
    const home = await findHome(draft).catch(() => undefined)
    if (home) await rm(home, { recursive: true, force: true })
    await rm(draft, { recursive: true, force: true })
  }
  await removeDraft()
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: draft })
    try {
      await options.restore(postgres.url)
    } finally {
      await postgres.stop()
    }
    const asidePath = await restoreCluster({
      dataDir,
      cluster: join(postgres.home, 'cluster'),
      password: join(postgres.home, 'password'),
      replace: options.replace,
      log: options.log,
    })
    if (asidePath) options.log(`The former database is kept in ${asidePath}`)
  } finally {
    await removeDraft()
  }
}
