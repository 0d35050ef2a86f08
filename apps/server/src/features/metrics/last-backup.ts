import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

export type LastBackup = { readonly takenAt: Date; readonly bytes: number }

/**
 * Creates `lastBackup()`, which finds the newest complete backup: of the nightly service wherever it puts them, or in
 * `DATA_DIR/backups`. Null if there is none.
 */
export function createLastBackup(dataDir: string, pool: pg.Pool): () => Promise<LastBackup | null> {
  const findInFolder = createFolderSearch(dataDir)
  return async () => {
    const [nightly, other] = await Promise.all([findNightly(pool), findInFolder()])
    return nightly && (!other || nightly.takenAt >= other.takenAt) ? nightly : other
  }
}

/** Returns the newest backup of the nightly service; null if there is none or the database is away. */
async function findNightly(pool: pg.Pool): Promise<LastBackup | null> {
  const result = await pool
    .query<{ takenAt: Date; bytes: string }>(
      `select started_at as "takenAt", stored_bytes as bytes from backup_runs
       where kind = 'backup' and state = 'done' and removed_at is null and started_at is not null
       order by started_at desc limit 1`,
    )
    .catch(() => undefined)
  const row = result?.rows[0]
  return row ? { takenAt: row.takenAt, bytes: Number(row.bytes) } : null
}

/** Creates the search in `DATA_DIR/backups`. A finished backup never changes, so each is measured once. */
function createFolderSearch(dataDir: string): () => Promise<LastBackup | null> {
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
