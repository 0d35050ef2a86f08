import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents, with the given mode regardless of the umask. An existing folder is not an error.
 * Does not use `mkdir` with `recursive`, which would loop forever if the system reports a missing folder although the parent
 * exists (/proc).
 */
export async function makeFolders(path: string, mode = 0o700): Promise<void> {
  const isFolder = async () => (await stat(path).catch(() => null))?.isDirectory() ?? false
  if (await isFolder()) return
  if (dirname(path) !== path) await makeFolders(dirname(path), mode)
  try {
    await mkdir(path, { mode })
    await chmod(path, mode)
  } catch (error) {
    // Another call may have created it first.
    if (!(await isFolder())) throw error
  }
}
