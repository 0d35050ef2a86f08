import { statfs } from 'node:fs/promises'

/** Two segments of its write-ahead log: PostgreSQL recovers with less, and ends again at the next write. */
const SPACE_BYTES = 32 * 1024 * 1024

/** Whether the disk of the folder has space for a PostgreSQL to start and to write; true where the disk does not say. */
export async function hasDiskSpace(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk === undefined || disk.bavail * disk.bsize >= SPACE_BYTES
}
