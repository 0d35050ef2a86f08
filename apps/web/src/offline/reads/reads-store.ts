import { type CachedRead, canCache, openCacheDb } from '../cache-db.ts'

/** Maximum number of responses stored on a device. */
export const readsMost = 300
/** Maximum length, in characters, of a stored response. Nobody reads a longer list to its end while offline. */
export const readMostLength = 500_000
/** Maximum age, in milliseconds, of a stored response that is shown. */
export const readsMostAgeMs = 7 * 24 * 60 * 60 * 1_000

/** The storage of responses. Rejects like the browser's database. */
export type ReadsStore = {
  load(owner: string, hash: string): Promise<Pick<CachedRead, 'data' | 'at' | 'build'> | undefined>
  save(rows: readonly CachedRead[]): Promise<void>
}

/** Returns the browser's database; undefined if there is none. */
export const deviceReads = (): ReadsStore | undefined => (canCache() ? inBrowser : undefined)

const inBrowser: ReadsStore = {
  load: async (owner, hash) => (await openCacheDb()).get('reads', [owner, hash]),
  async save(rows) {
    const write = (await openCacheDb()).transaction('reads', 'readwrite')
    const most = write.store
    await Promise.all(rows.map(row => most.put(row)))
    let over = (await most.count()) - readsMost
    for (let oldest = await most.index('savedAt').openCursor(); oldest && over > 0; over -= 1) {
      await oldest.delete()
      oldest = await oldest.continue()
    }
    await write.done
  },
}
