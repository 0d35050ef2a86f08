import type { Database } from '../../../db/database.ts'
import type { FileStorage } from '../../../lib/file-storage.ts'
import { settleOldRuns } from '../../reports/index.ts'
import { deleteOldDownloads, forgetRemovedFiles, listRemovedFiles } from './downloads.queries.ts'

const ownerReason = 'whose files they were is over or gone'

/** Every run of the following day removes such a file again, in case a node was still writing it. Returns how many. */
export async function removeOldFiles(
  db: Pick<Database, 'asOwner'>,
  files: Pick<FileStorage, 'remove'>,
  signal?: AbortSignal,
): Promise<number> {
  await db.asOwner(ownerReason, deleteOldDownloads)
  await db.asOwner(ownerReason, settleOldRuns)
  const removedFiles = await db.asOwner(ownerReason, listRemovedFiles)
  for (const { path } of removedFiles) {
    signal?.throwIfAborted()
    await files.remove(path)
  }
  const oldPaths = removedFiles.flatMap(file => (file.old ? file.path : []))
  await db.asOwner(ownerReason, tx => forgetRemovedFiles(tx, oldPaths))
  return removedFiles.length - oldPaths.length
}
