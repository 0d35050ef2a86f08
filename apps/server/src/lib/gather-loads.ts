type PendingLoad<V> = {
  readonly promise: Promise<V | null>
  readonly resolve: (value: V | null) => void
  readonly reject: (error: unknown) => void
}

/**
 * Keys of one moment, or requested while a load runs, share the next load, so one connection suffices. A repeated key is loaded
 * again unless its load has not started.
 */
export function gatherLoads<V>(
  loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  limit = 500,
): (key: string) => Promise<V | null> {
  let pendingLoads = new Map<string, PendingLoad<V>>()
  let isReading = false

  async function readAll(): Promise<void> {
    while (pendingLoads.size > 0) {
      const queuedLoads = [...pendingLoads]
      pendingLoads = new Map(queuedLoads.slice(limit))
      const batch = queuedLoads.slice(0, limit)
      try {
        const values = await loadMany(batch.map(([key]) => key))
        for (const [key, { resolve }] of batch) resolve(values.get(key) ?? null)
      } catch (error) {
        for (const [, { reject }] of batch) reject(error)
      }
    }
    isReading = false
  }

  return key => {
    const pendingLoad = pendingLoads.get(key)
    if (pendingLoad) return pendingLoad.promise
    const deferred = Promise.withResolvers<V | null>()
    pendingLoads.set(key, deferred)
    if (!isReading) {
      isReading = true
      queueMicrotask(readAll)
    }
    return deferred.promise
  }
}
