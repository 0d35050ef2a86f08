import type { Database } from '../../../db/database.ts'
import type { Files } from '../../../lib/files.ts'
import { settleOldRuns } from '../../reports/index.ts'
import { deleteOldDownloads, forgetRemovedFiles, listRemovedFiles } from './downloads.queries.ts'

const why = 'whose files they were is over or gone'

/**
 * Removes expired downloads and reports, and the files of all deleted ones; returns the number of files removed. Removal of a file
 * is repeated for a day, in case a node is still writing it.
 */
export async function removeOldFiles(
  db: Pick<Database, 'asOwner'>,
  files: Pick<Files, 'remove'>,
  signal?: AbortSignal,
): Promise<number> {
  await db.asOwner(why, deleteOldDownloads)
  await db.asOwner(why, settleOldRuns)
  const removed = await db.asOwner(why, listRemovedFiles)
  for (const { path } of removed) {
    signal?.throwIfAborted()
    await files.remove(path)
  }
  const old = removed.flatMap(file => (file.old ? file.path : []))
  await db.asOwner(why, tx => forgetRemovedFiles(tx, old))
  return removed.length - old.length
}
