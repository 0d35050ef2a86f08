import { dirname, resolve } from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { lockFolder } from './folder-lock.ts'
import { choosePlace, type Place, prepareDataFolder } from './place.ts'

/**
 * Locks a data folder for this process and decides where its cluster lives. Throws DataFolderInUseError while another
 * Muster uses it. `release` unlocks it.
 */
export async function claimPlace(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<{ place: Place; release: () => Promise<void> }> {
  const folder = resolve(dataDir)
  await prepareDataFolder(folder, account)
  // Lock before reading anything: two first starts must not both decide where the cluster goes.
  const unlockFolder = await lockFolder(folder, folder)
  try {
    const location = await choosePlace(folder, binaries, account)
    // A copy of the data folder contains the note of the original, and so leads to the same cluster.
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
