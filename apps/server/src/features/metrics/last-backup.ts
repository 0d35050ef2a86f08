import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type LastBackup = { readonly takenAt: Date; readonly bytes: number }

/**
 * Creates `lastBackup()`, which finds the newest complete backup in `DATA_DIR/backups`; null if there is none. A finished backup
 * never changes, so each is measured once.
 */
export function createLastBackup(dataDir: string): () => Promise<LastBackup | null> {
  const folder = join(dataDir, 'backups')
  let measured: { name: string; backup: LastBackup } | undefined
  return async () => {
    const names = await readdir(folder).catch(() => [])
    const backups = await Promise.all(
      names.map(async name => ({ name, takenAt: await readTime(folder, name) })),
    )
    const newest = backups.reduce<{ name: string; takenAt: Date } | null>(
      (best, { name, takenAt }) => (takenAt && takenAt > (best?.takenAt ?? 0) ? { name, takenAt } : best),
      null,
    )
    if (!newest) return null
    const { name, takenAt } = newest
    if (measured?.name !== name)
      measured = { name, backup: { takenAt, bytes: await measureFolder(join(folder, name)) } }
    return measured.backup
  }
}

/** Returns when a backup was taken, as its manifest says; undefined for a draft or anything else. */
async function readTime(folder: string, name: string): Promise<Date | undefined> {
  if (name.endsWith('.unfinished')) return undefined
  try {
    const { takenAt } = JSON.parse(await readFile(join(folder, name, 'manifest.json'), 'utf8'))
    const time = new Date(takenAt)
    return Number.isNaN(time.getTime()) ? undefined : time
  } catch {
    return undefined
  }
}

async function measureFolder(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}
