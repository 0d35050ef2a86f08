import { canCache, openCacheDb, toOwnerRange } from './cache-db.ts'
import { openDeviceStore } from './outbox-store.ts'

/** The name of the cache for map tiles. public/map-fetch.js repeats this name, because that file is served without being built. */
const tilesCacheName = 'muster.tiles'

/**
 * Deletes the server data of every session except `exceptOwner` from this device. If `exceptOwner` is omitted, also deletes the map
 * tiles and the confirmed entries of the outbox. Unsent and refused entries stay for their owner.
 */
export async function wipeCache(exceptOwner?: string): Promise<void> {
  if (!canCache()) return
  const db = await openCacheDb()
  const transaction = db.transaction(['reads', 'files', 'session'], 'readwrite')
  const [readsStore, filesStore] = [transaction.objectStore('reads'), transaction.objectStore('files')]
  const sessionObjectStore = transaction.objectStore('session')
  if (exceptOwner === undefined) {
    await Promise.all([readsStore.clear(), filesStore.clear(), sessionObjectStore.clear()])
  } else {
    const { lower, upper } = toOwnerRange(exceptOwner)
    for (const range of [IDBKeyRange.upperBound(lower, true), IDBKeyRange.lowerBound(upper, true)])
      await Promise.all([readsStore.delete(range), filesStore.delete(range)])
    if ((await sessionObjectStore.get('sending'))?.token !== exceptOwner) await sessionObjectStore.clear()
  }
  await transaction.done
  if (exceptOwner !== undefined) return
  await globalThis.caches?.delete(tilesCacheName)
  const outbox = await openDeviceStore()
  for (const { id, state } of await outbox.all()) if (state === 'confirmed') await outbox.remove(id)
}
