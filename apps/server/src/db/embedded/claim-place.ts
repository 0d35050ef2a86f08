import { dirname, resolve } from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { lockFolder } from './folder-lock.ts'
import { choosePlace, type Place, prepareDataFolder } from './place.ts'

/**
 * Takes a data folder for this process and decides where its cluster lives. Throws DataFolderInUseError while another
 * Muster has it. `release` gives it back.
 */
export async function claimPlace(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<{ place: Place; release: () => Promise<void> }> {
  const folder = resolve(dataDir)
  await prepareDataFolder(folder, account)
  // Before anything is looked at: two first starts must not both decide where the cluster goes.
  const unlockFolder = await lockFolder(folder, folder)
  try {
    const place = await choosePlace(folder, binaries, account)
    // A copy of the data folder carries the note of the original, and so leads to the same cluster.
    const apart = dirname(place.home) !== folder
    const unlockHome = apart ? await lockFolder(place.home, folder) : undefined
    return {
      place,
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
