import { type CachedRead, canCache, openCacheDb } from '../cache-db.ts'

/** Maximum number of responses stored on a device. */
export const maxReads = 300
/** Maximum length, in characters, of a stored response: that of the list of a captain with as many people as a phone gets. */
export const maxReadLength = 1_500_000
/** Maximum age, in milliseconds, of a stored response that is shown. */
export const maxReadAgeMs = 7 * 24 * 60 * 60 * 1_000

/** Storage for responses. Its methods reject as the browser's database does. */
export type ReadsStore = {
  load(owner: string, hash: string): Promise<Pick<CachedRead, 'data' | 'at' | 'build'> | undefined>
  save(rows: readonly CachedRead[]): Promise<void>
}

/** Returns the browser's database; undefined if there is none. */
export const getDeviceReads = (): ReadsStore | undefined => (canCache() ? browserStore : undefined)

const browserStore: ReadsStore = {
  load: async (owner, hash) => (await openCacheDb()).get('reads', [owner, hash]),
  async save(rows) {
    const transaction = (await openCacheDb()).transaction('reads', 'readwrite')
    const objectStore = transaction.store
    await Promise.all(rows.map(row => objectStore.put(row)))
    let excessCount = (await objectStore.count()) - maxReads
    for (
      let oldest = await objectStore.index('savedAt').openCursor();
      oldest && excessCount > 0;
      excessCount -= 1
    ) {
      await oldest.delete()
      oldest = await oldest.continue()
    }
    await transaction.done
  },
}
