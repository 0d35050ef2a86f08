import type { Stats } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The mode of a folder that others may traverse but not list: they must know the names in it. */
export const PASSABLE = 0o711
const FOLDER = 0o700
const FILE = 0o600

/**
 * Closes a folder and everything in it to other accounts of the machine: folders get mode 0700, files 0600. It works level by
 * level, so that the first few steps block access to everything below. PostgreSQL clusters keep their own permissions, and links
 * are not followed. Returns how many entries could not be changed because they belong to another account.
 */
export async function closeTree(folder: string, passable: readonly string[] = []): Promise<number> {
  let left = 0
  const close = async (path: string, mode: number, { mode: now }: Stats) => {
    if ((now & 0o777) === mode) return
    await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') left++
    })
  }
  const folderMode = (path: string) => (passable.includes(path) ? PASSABLE : FOLDER)

  const top = await readStat(folder)
  if (!top) return 0
  await chmod(folder, folderMode(folder)).catch(() => left++)
  let level = [folder]
  while (level.length > 0) {
    const next: string[] = []
    for (const parent of level) {
      const names = await readdir(parent).catch((): string[] => [])
      if (names.includes('PG_VERSION')) continue
      for (const name of names) {
        const path = join(parent, name)
        const entry = await readStat(path)
        if (entry?.isDirectory()) {
          await close(path, folderMode(path), entry)
          next.push(path)
        } else if (entry?.isFile()) await close(path, FILE, entry)
      }
    }
    level = next
  }
  return left
}

/** Undefined if the entry was removed in the meantime. */
const readStat = (path: string) => lstat(path).catch(() => undefined)
