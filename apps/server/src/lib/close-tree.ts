import type { Stats } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Mode of a folder that others may traverse but not list. */
export const PASSABLE = 0o711
const FOLDER = 0o700
const FILE = 0o600

/**
 * Restricts a folder and its content to the current account: folders to 0700, files to 0600. Works level by level, so that the
 * first few steps protect everything below. Skips PostgreSQL clusters, which keep their own modes, and links. Returns the number of
 * entries that could not be changed because another account owns them.
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

  const top = await found(folder)
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
        const entry = await found(path)
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

/** Undefined when the path has disappeared meanwhile. */
const found = (path: string) => lstat(path).catch(() => undefined)
