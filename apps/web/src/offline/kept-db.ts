import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** An answer as it was last seen. */
export type KeptRead = {
  /** The session it was read with. */
  owner: string
  /** Of the query. */
  hash: string
  data: unknown
  /** Until when it was known to be true, in milliseconds. */
  at: number
  /** When it was written here, in milliseconds. */
  savedAt: number
  /** The version of the app that wrote it, by its first script. */
  build: string
}

/** A file that was put on this device to be opened without a network. */
export type KeptFile = {
  owner: string
  /** Of the document. */
  id: string
  version: number
  name: string
  mime: string
  blob: Blob
  keptAt: number
}

/**
 * What another app shared with this one, until somebody takes it into a report. `site`: the host of the page that posted it, where one did
 * and says so.
 */
export type SharedFiles = { id: string; files: File[]; text: string; at: number; site?: string | undefined }

/** With whose session the service worker sends what waits while no page is open. */
export type SendingSession = { id: 'sending'; token: string; userId: string }

interface Schema extends DBSchema {
  reads: { key: [owner: string, hash: string]; value: KeptRead; indexes: { savedAt: number } }
  files: { key: [owner: string, id: string]; value: KeptFile }
  shared: { key: string; value: SharedFiles }
  session: { key: string; value: SendingSession }
}

export type KeptDb = IDBPDatabase<Schema>

let opening: Promise<KeptDb> | undefined

/**
 * What this browser keeps of the server, beside the outbox: of one session at a time. Rejects where the browser gives no database (some
 * private windows). The page and the service worker share it.
 */
export function keptDb(): Promise<KeptDb> {
  opening ??= openDB<Schema>('muster.kept', 1, {
    upgrade(db) {
      db.createObjectStore('reads', { keyPath: ['owner', 'hash'] }).createIndex('savedAt', 'savedAt')
      db.createObjectStore('files', { keyPath: ['owner', 'id'] })
      db.createObjectStore('shared', { keyPath: 'id' })
      db.createObjectStore('session', { keyPath: 'id' })
    },
    // A newer page wants to change it.
    blocking: (_now, _next, event) => {
      ;(event.target as IDBDatabase).close()
      opening = undefined
    },
    terminated: () => {
      opening = undefined
    },
  })
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

export const canKeep = () => typeof indexedDB !== 'undefined'

/** Everything of a session: `[owner]` comes before, `[owner, []]` after every key that begins with it. */
export const ofOwner = (owner: string) => IDBKeyRange.bound([owner], [owner, []])
