import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { claimPlace } from './claim-place.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { stopOrphan } from './postmaster.ts'

/**
 * `replace` sets an existing database aside and returns its new folder; otherwise throws EmbeddedPostgresError. Throws
 * DataFolderInUseError if Muster is running on the folder.
 */
export async function restoreCluster(options: {
  readonly dataDir: string
  readonly cluster: string
  readonly password: string
  readonly replace: boolean
  readonly log: (line: string) => void
}): Promise<string | undefined> {
  const account = chooseAccount()
  const { place, release } = await claimPlace(options.dataDir, await findBinaries(), account)
  try {
    if (existsSync(place.cluster) && !options.replace)
      throw new EmbeddedPostgresError(
        `There is already a database in ${place.home}. Add --replace to set it aside and restore in its place.`,
      )
    await stopOrphan(place, options.log)
    const draft = join(place.home, 'cluster.restored')
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    await cp(options.cluster, draft, { recursive: true })
    await chmod(draft, 0o700)
    if (account) await chownTree(draft, account.uid, account.gid)

    // From here on, files are only renamed, so an interrupted restore never leaves a mix of the old and the new database.
    const previousClusterBackup = existsSync(place.cluster)
      ? join(place.home, `before-restore-${Date.now()}`)
      : undefined
    const passwordFile = join(place.home, 'password')
    if (previousClusterBackup) {
      await mkdir(previousClusterBackup, { mode: 0o700 })
      await copyFile(passwordFile, join(previousClusterBackup, 'password'))
      await rename(place.cluster, join(previousClusterBackup, 'cluster'))
    }
    await copyFile(options.password, `${passwordFile}.restored`)
    await chmod(`${passwordFile}.restored`, 0o600)
    await rename(`${passwordFile}.restored`, passwordFile)
    await rename(draft, place.cluster)
    return previousClusterBackup
  } finally {
    await release()
  }
}

async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  await chown(path, uid, gid)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const innerPath = join(path, entry.name)
    if (entry.isDirectory()) await chownTree(innerPath, uid, gid)
    else await chown(innerPath, uid, gid)
  }
}
