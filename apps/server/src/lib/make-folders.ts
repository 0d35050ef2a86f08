import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Uses this mode whatever the umask, and not `mkdir` with `recursive`, which loops forever if the system reports a missing folder
 * whose parent exists (/proc).
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
