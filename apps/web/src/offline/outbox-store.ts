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
export function memoryStore(): OutboxStore {
  const entries = new Map<string, OutboxEntry>()
  return {
    durable: false,
    all: async () => [...entries.values()],
    put: async entry => void entries.set(entry.id, entry),
    remove: async id => void entries.delete(id),
  }
}

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxEntry }
}

async function open(): Promise<OutboxStore> {
  const db: IDBPDatabase<Schema> = await openDB<Schema>('muster', 1, {
    upgrade: fresh => void fresh.createObjectStore('outbox', { keyPath: 'id' }),
  })
  return {
    durable: true,
    all: () => db.getAll('outbox'),
    // Strict durability, so that an entry shown as saved also survives a power loss.
    async put(entry) {
      const write = db.transaction('outbox', 'readwrite', { durability: 'strict' })
      await Promise.all([write.store.put(entry), write.done])
    },
    remove: id => db.delete('outbox', id),
  }
}

/** Returns the browser's database, or this tab's memory if the browser provides none (some private windows). */
export async function deviceStore(): Promise<OutboxStore> {
  if (typeof indexedDB === 'undefined') return memoryStore()
  try {
    return await open()
  } catch (error) {
    console.warn('This browser keeps nothing for later:', error)
    return memoryStore()
  }
}
