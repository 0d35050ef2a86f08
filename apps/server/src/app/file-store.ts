import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import { makeFolders } from '../lib/make-folders.ts'
import { SettingError } from './env.ts'
import { keepFileStore } from './file-store.queries.ts'

/** The folder of the files that all nodes of one database share. */
export const filesFolder = (dataDir: string) => join(dataDir, 'files')

/**
 * Makes sure that the files here are those of the database: a mark among them carries the id that the database knows. The first
 * node to start gives both. Throws SettingError on a node whose files are others, or none: half of the photos would be missing
 * on each.
 */
export async function claimFileStore(db: Database, dataDir: string): Promise<void> {
  const folder = filesFolder(dataDir)
  const mark = join(folder, '.muster-store')
  const found = await readMark(mark)
  await db.asOwner('what the nodes share is no concern of any request', async tx => {
    const known = await keepFileStore(tx, found ?? randomUUID())
    // Another node may have been making the mark meanwhile: its transaction has ended, and with that the mark is there.
    const here = known.made ? found : await readMark(mark)
    if (known.id === here) return
    if (!known.made)
      throw new SettingError(
        'DATA_DIR',
        `DATA_DIR: the files of this database are not in ${folder}, which is ${here ? 'the store of another one' : 'a new store'}: share the folder that its other nodes use, or bring it back from a backup. If its files are lost for good, write ${known.id} into ${mark}.`,
      )
    await makeFolders(folder)
    await writeFile(mark, `${known.id}\n`, { flush: true })
  })
}

async function readMark(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || undefined
}
