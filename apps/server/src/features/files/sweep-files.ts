import { storedPaths } from '@muster/domain/attachment.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Database } from '../../db/database.ts'
import type { FileStorage } from '../../lib/file-storage.ts'
import type { StoredFile, StoredFolder } from '../../platform/feature.ts'

const BATCH_SIZE = 1_000
const MAX_MISSING_IDS = 20

export type SweepResult = {
  readonly removed: number
  /** The number of rows whose file is missing; `missingIds` lists the first of them. */
  readonly missing: number
  readonly missingIds: readonly string[]
}

/**
 * Removes files without a row (a node stopped, or a restored database); counts rows whose file only a backup can restore. Skips what
 * is younger than a day: an upload may be in progress. About 150 bytes of memory per path.
 */
export async function sweepFiles(
  db: Pick<Database, 'asOwner'>,
  files: Pick<FileStorage, 'list' | 'remove'>,
  folders: Readonly<Record<string, StoredFolder>>,
  signal?: AbortSignal,
): Promise<SweepResult> {
  const cutoff = new Date(Date.now() - limits.orphanFileMs)
  const sweptFolders = Object.entries(folders).filter(([, { listAfter }]) => listAfter)
  const unreferencedFiles = await listStored(
    files,
    sweptFolders.map(([folder]) => folder),
    cutoff,
    signal,
  )
  // List each table once, because several folders may share its rows.
  const rowListers = new Set(sweptFolders.flatMap(([, { listAfter }]) => listAfter ?? []))
  const missingIds: string[] = []
  let missingCount = 0
  for await (const { id, path, has_thumbnail, old } of listRows(db, rowListers, cutoff, signal)) {
    const paths = storedPaths(path, has_thumbnail)
    // Delete every path before calling `every`, which would stop at the first missing file and leave the others unreferenced.
    const isComplete = paths.map(storedPath => unreferencedFiles.delete(storedPath)).every(Boolean)
    if (isComplete || !old) continue
    if (missingCount++ < MAX_MISSING_IDS) missingIds.push(id)
  }
  let removedCount = 0
  for (const [path, isOld] of unreferencedFiles) {
    if (!isOld) continue
    signal?.throwIfAborted()
    await files.remove(path)
    removedCount++
  }
  return { removed: removedCount, missing: missingCount, missingIds }
}

/** Lists the paths of the stored files, and whether each was written before the given time. */
async function listStored(
  files: Pick<FileStorage, 'list'>,
  folders: readonly string[],
  before: Date,
  signal: AbortSignal | undefined,
): Promise<Map<string, boolean>> {
  const isOldByPath = new Map<string, boolean>()
  for (const folder of folders)
    for await (const { path, modifiedAt } of files.list(folder)) {
      signal?.throwIfAborted()
      isOldByPath.set(path, modifiedAt < before)
    }
  return isOldByPath
}

async function* listRows(
  db: Pick<Database, 'asOwner'>,
  rowLists: Iterable<NonNullable<StoredFolder['listAfter']>>,
  before: Date,
  signal: AbortSignal | undefined,
): AsyncIterable<StoredFile> {
  for (const listAfter of rowLists) {
    let after: string | undefined
    do {
      signal?.throwIfAborted()
      const page = { after, before, limit: BATCH_SIZE }
      const rows = await db.asOwner('files are compared for everybody', tx => listAfter(tx, page))
      yield* rows
      after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id
    } while (after !== undefined)
  }
}
