import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { SettingError } from '../platform/env.ts'
import type { FileStore } from '../platform/file-store.ts'
import { storeFileStoreId } from './file-store.queries.ts'

/**
 * Throws SettingError on a node whose file store belongs to another database or has no marker file: it could not serve the others'
 * photos.
 */
export async function claimFileStore(db: Database, { mark, setting, place }: FileStore): Promise<void> {
  const storedId = await mark.read()
  await db.asOwner('what the nodes share is no concern of any request', async tx => {
    const storeId = await storeFileStoreId(tx, storedId ?? randomUUID())
    // Another node may have written the marker since the first read. The insert waited for that node's transaction, so read the
    // marker again.
    const markedId = storeId.made ? storedId : await mark.read()
    if (storeId.id === markedId) return
    if (!storeId.made)
      throw new SettingError(
        setting,
        `${setting}: the files of this database are not in ${place}, which is ${markedId ? 'the store of another one' : 'a new store'}: share the one that its other nodes use, or bring it back from a backup. If its files are lost for good, write ${storeId.id} into ${mark.place}.`,
      )
    await mark.write(`${storeId.id}\n`)
  })
}
