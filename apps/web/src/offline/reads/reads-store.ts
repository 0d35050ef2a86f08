import { canKeep, type KeptRead, keptDb } from '../kept-db.ts'

/** How many answers a device keeps. */
export const readsMost = 300
/** An answer of more letters is not kept: it would be a list that nobody reads to its end on the way. */
export const readMostLength = 500_000
/** An answer that is older is not shown any more, in milliseconds. */
export const readsMostAgeMs = 7 * 24 * 60 * 60 * 1_000

/** Where answers are kept. Rejects as the browser's database does. */
export type ReadsStore = {
  load(owner: string, hash: string): Promise<Pick<KeptRead, 'data' | 'at' | 'build'> | undefined>
  save(rows: readonly KeptRead[]): Promise<void>
}

/** The browser's own database; undefined where there is none. */
export const deviceReads = (): ReadsStore | undefined => (canKeep() ? inBrowser : undefined)

const inBrowser: ReadsStore = {
  load: async (owner, hash) => (await keptDb()).get('reads', [owner, hash]),
  async save(rows) {
    const write = (await keptDb()).transaction('reads', 'readwrite')
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
