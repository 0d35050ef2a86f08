import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing; that it is there already is no error. Not by `mkdir` with
 * `recursive`: where the system says "no such folder" although the one above is there (/proc), that tries for ever.
 */
export async function makeFolders(path: string, mode = 0o777): Promise<void> {
  const isFolder = async () => (await stat(path).catch(() => null))?.isDirectory() ?? false
  if (await isFolder()) return
  if (dirname(path) !== path) await makeFolders(dirname(path), mode)
  await mkdir(path, { mode }).catch(async error => {
    // Somebody else was faster.
    if (!(await isFolder())) throw error
  })
}
