import type { Stats } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The mode of a folder that others may traverse but not list: they must know the names in it. */
export const TRAVERSE_ONLY_MODE = 0o711
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/**
 * Folders 0700 (`traversable` 0711), files 0600. Level by level, so that the first steps block everything below. PostgreSQL clusters
 * keep their own; links are not followed. Returns how many could not be changed, usually another account's.
 */
export async function closeTree(folder: string, traversable: readonly string[] = []): Promise<number> {
  let remainingCount = 0
  const close = async (path: string, mode: number, { mode: currentMode }: Stats) => {
    if ((currentMode & 0o777) === mode) return
    await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') remainingCount++
    })
  }
  const chooseFolderMode = (path: string) => (traversable.includes(path) ? TRAVERSE_ONLY_MODE : FOLDER_MODE)

  const rootStat = await readStat(folder)
  if (!rootStat) return 0
  await chmod(folder, chooseFolderMode(folder)).catch(() => remainingCount++)
  let currentLevel = [folder]
  while (currentLevel.length > 0) {
    const nextLevel: string[] = []
    for (const parent of currentLevel) {
      const names = await readdir(parent).catch((): string[] => [])
      if (names.includes('PG_VERSION')) continue
      for (const name of names) {
        const path = join(parent, name)
        const entry = await readStat(path)
        if (entry?.isDirectory()) {
          await close(path, chooseFolderMode(path), entry)
          nextLevel.push(path)
        } else if (entry?.isFile()) await close(path, FILE_MODE, entry)
      }
    }
    currentLevel = nextLevel
  }
  return remainingCount
}

/** Returns the entry's status; undefined if the entry was removed in the meantime. */
const readStat = (path: string) => lstat(path).catch(() => undefined)
