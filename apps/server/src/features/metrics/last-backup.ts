import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { findNewestBackup } from '../../backup/raw-manifest.ts'

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
  let measured: { folder: string; backup: LastBackup } | undefined
  return async () => {
    const newest = await findNewestBackup(join(dataDir, 'backups'))
    if (!newest) return null
    const { folder, takenAt } = newest
    if (measured?.folder !== folder)
      measured = { folder, backup: { takenAt, bytes: await measureFolder(folder) } }
    return measured.backup
  }
}

async function measureFolder(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}
