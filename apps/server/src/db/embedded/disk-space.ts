import { statfs } from 'node:fs/promises'

/** Free space in bytes that PostgreSQL needs to write. With less, it may recover, only to stop again at the next write. */
const MIN_FREE_BYTES = 32 * 1024 * 1024

/** Returns whether the folder's disk has enough space for PostgreSQL to start and write; true if the free space is unknown. */
export async function hasDiskSpace(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk === undefined || disk.bavail * disk.bsize >= MIN_FREE_BYTES
}
