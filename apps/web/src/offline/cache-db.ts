import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export type CachedRead = {
  /** The token of the session with which the response was fetched. */
  owner: string
  hash: string
  data: unknown
  /** The time in milliseconds up to which the response was known to be correct. */
  at: number
  /** The time when the response was stored, in milliseconds. */
  savedAt: number
  /** The version of the app that stored the response, identified by the URL of its main script. */
  build: string
}

/** A file stored on this device for offline use. */
export type CachedFile = {
  owner: string
  id: string
  version: number
  name: string
  mime: string
  blob: Blob
  keptAt: number
}

/** Content shared from another app, kept until a report takes it. `site`: the host of the page that posted it, if known. */
export type SharedFiles = { id: string; files: File[]; text: string; at: number; site?: string | undefined }

/** The session with which the service worker sends queued entries while no page is open. */
export type SendingSession = { id: 'sending'; token: string; userId: string }

interface Schema extends DBSchema {
  reads: { key: [owner: string, hash: string]; value: CachedRead; indexes: { savedAt: number } }
  files: { key: [owner: string, id: string]; value: CachedFile }
  shared: { key: string; value: SharedFiles }
  session: { key: string; value: SendingSession }
}

export type CacheDb = IDBPDatabase<Schema>

let dbPromise: Promise<CacheDb> | undefined

/**
 * Opens the database of server data stored in this browser. It contains one session's data at a time; the outbox has a database of
 * its own. Rejects if the browser provides no database (some private windows). The page and the service worker share it.
 */
export function openCacheDb(): Promise<CacheDb> {
  dbPromise ??= openDB<Schema>('muster.kept', 1, {
    upgrade(db) {
      db.createObjectStore('reads', { keyPath: ['owner', 'hash'] }).createIndex('savedAt', 'savedAt')
      db.createObjectStore('files', { keyPath: ['owner', 'id'] })
      db.createObjectStore('shared', { keyPath: 'id' })
      db.createObjectStore('session', { keyPath: 'id' })
    },
    // Closes the database, because a newer page needs to upgrade it.
    blocking: (_now, _next, event) => {
      ;(event.target as IDBDatabase).close()
      dbPromise = undefined
    },
    terminated: () => {
      dbPromise = undefined
    },
  })
  dbPromise.catch(() => {
    dbPromise = undefined
  })
  return dbPromise
}

export const canCache = () => typeof indexedDB !== 'undefined'

/** The key range of a session: `[owner]` sorts before, and `[owner, []]` after, every key that begins with it. */
export const toOwnerRange = (owner: string) => IDBKeyRange.bound([owner], [owner, []])
