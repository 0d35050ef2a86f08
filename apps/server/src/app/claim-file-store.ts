import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { SettingError } from '../platform/env.ts'
import type { FileStore } from '../platform/file-store.ts'
import { keepFileStore } from './file-store.queries.ts'

/**
 * Ensures that the files belong to the database: a marker among them has the id stored in the database. The first node to start
 * writes both. Throws SettingError on a node with other files or none, because each node would miss half of the photos.
 */
export async function claimFileStore(db: Database, { mark, setting, place }: FileStore): Promise<void> {
  const found = await mark.read()
  await db.asOwner('what the nodes share is no concern of any request', async tx => {
    const known = await keepFileStore(tx, found ?? randomUUID())
    // Another node may have been writing the marker meanwhile: its transaction has ended, so the marker exists.
    const here = known.made ? found : await mark.read()
    if (known.id === here) return
    if (!known.made)
      throw new SettingError(
        setting,
        `${setting}: the files of this database are not in ${place}, which is ${here ? 'the store of another one' : 'a new store'}: share the one that its other nodes use, or bring it back from a backup. If its files are lost for good, write ${known.id} into ${mark.place}.`,
      )
    await mark.write(`${known.id}\n`)
  })
}
