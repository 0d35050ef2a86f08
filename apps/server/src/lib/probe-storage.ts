import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type StorageFigures = {
  readonly freeBytes: number
  readonly totalBytes: number
  readonly writable: boolean
}

/** In bytes. Writes a test file, because permissions and mount options do not show whether a write succeeds. */
export async function probeStorage(folder: string): Promise<StorageFigures> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const file = join(folder, `.probe-${randomUUID()}`)
  const isWritable = await writeFile(file, 'muster', { mode: 0o600 }).then(
    () => true,
    () => false,
  )
  await rm(file, { force: true }).catch(() => undefined)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, writable: isWritable }
}
