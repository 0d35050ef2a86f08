import { dirname, resolve } from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { lockFolder } from './folder-lock.ts'
import { choosePlace, type Place, prepareDataFolder } from './place.ts'

/** Locks the folder; `release` unlocks it. Throws DataFolderInUseError while another Muster uses it. */
export async function claimPlace(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<{ place: Place; release: () => Promise<void> }> {
  const folder = resolve(dataDir)
  await prepareDataFolder(folder, account)
  // Lock the folder before reading anything, because two concurrent first starts must not both decide where the cluster goes.
  const unlockFolder = await lockFolder(folder, folder)
  try {
    const location = await choosePlace(folder, binaries, account)
    // A copied data folder still names the original's cluster, so a cluster outside the folder needs its own lock.
    const isOutsideDataFolder = dirname(location.home) !== folder
    const unlockHome = isOutsideDataFolder ? await lockFolder(location.home, folder) : undefined
    return {
      place: location,
      release: async () => {
        await unlockHome?.()
        await unlockFolder()
      },
    }
  } catch (error) {
    await unlockFolder()
    throw error
  }
}
