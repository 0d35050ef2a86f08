import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing; that it is there already is no error. Not by `mkdir` with
 * `recursive`: where the system says "no such folder" although the one above is there (/proc), that tries for ever.
 */
export async function makeFolders(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    const above = dirname(path)
    if (code !== 'ENOENT' || existsSync(above)) throw error
    await makeFolders(above, mode)
    await makeFolders(path, mode)
  }
}
