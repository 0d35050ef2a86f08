import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** The files of a draft. `key`: the key of the draft. */
type DraftFiles = { key: string; files: File[]; savedAt: number }

interface Schema extends DBSchema {
  files: { key: string; value: DraftFiles }
}

let dbPromise: Promise<IDBPDatabase<Schema>> | undefined

/** Opens the database of files chosen for a draft, which local storage cannot hold. */
function openDraftFiles(): Promise<IDBPDatabase<Schema>> {
  dbPromise ??= openDB<Schema>('muster.drafts', 1, {
    upgrade: db => void db.createObjectStore('files', { keyPath: 'key' }),
    terminated: () => {
      dbPromise = undefined
    },
  })
  dbPromise.catch(() => {
    dbPromise = undefined
  })
  return dbPromise
}

/** Runs `use` with the database. Without one (some private windows, a full device), drafts have no files. */
async function tryWithFiles<Output>(
  use: (db: IDBPDatabase<Schema>) => Promise<Output>,
): Promise<Output | undefined> {
  if (typeof indexedDB === 'undefined') return undefined
  try {
    return await use(await openDraftFiles())
  } catch (error) {
    console.warn('The files of a draft could not be stored:', error)
    return undefined
  }
}

export const loadDraftFiles = async (key: string): Promise<File[]> =>
  (await tryWithFiles(db => db.get('files', key)))?.files ?? []

/** Replaces the files of a draft; an empty list deletes them. */
export const saveDraftFiles = (key: string, files: File[]) =>
  tryWithFiles<unknown>(db =>
    files.length === 0 ? db.delete('files', key) : db.put('files', { key, files, savedAt: Date.now() }),
  )

/** Deletes the files of the drafts whose key passes. */
export const clearDraftFiles = (isCleared: (key: string) => boolean) =>
  tryWithFiles(async db => {
    for (const key of await db.getAllKeys('files')) if (isCleared(key)) await db.delete('files', key)
  })

/** Deletes the files of drafts that were saved before `instant` (milliseconds). */
export const expireDraftFiles = (instant: number) =>
  tryWithFiles(async db => {
    for (const { key, savedAt } of await db.getAll('files'))
      if (savedAt < instant) await db.delete('files', key)
  })
