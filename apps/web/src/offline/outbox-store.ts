import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { OutboxEntry } from './outbox-entry.ts'

/** The storage of entries. `durable`: entries survive a reload. */
export type OutboxStore = {
  readonly durable: boolean
  all(): Promise<OutboxEntry[]>
  put(entry: OutboxEntry): Promise<void>
  remove(id: string): Promise<void>
}

/** Creates a store in memory, for browsers without a database, and for tests. */
export function createMemoryStore(): OutboxStore {
  const entriesById = new Map<string, OutboxEntry>()
  return {
    durable: false,
    all: async () => [...entriesById.values()],
    put: async entry => void entriesById.set(entry.id, entry),
    remove: async id => void entriesById.delete(id),
  }
}

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxEntry }
}

async function openDbStore(): Promise<OutboxStore> {
  const db: IDBPDatabase<Schema> = await openDB<Schema>('muster', 1, {
    upgrade: newDb => void newDb.createObjectStore('outbox', { keyPath: 'id' }),
  })
  return {
    durable: true,
    all: () => db.getAll('outbox'),
    // Strict durability, so that an entry shown as saved also survives a power loss.
    async put(entry) {
      const transaction = db.transaction('outbox', 'readwrite', { durability: 'strict' })
      await Promise.all([transaction.store.put(entry), transaction.done])
    },
    remove: id => db.delete('outbox', id),
  }
}

/** Returns the browser's database, or this tab's memory if the browser provides none (some private windows). */
export async function openDeviceStore(): Promise<OutboxStore> {
  if (typeof indexedDB === 'undefined') return createMemoryStore()
  try {
    return await openDbStore()
  } catch (error) {
    console.warn('This browser keeps nothing for later:', error)
    return createMemoryStore()
  }
}
