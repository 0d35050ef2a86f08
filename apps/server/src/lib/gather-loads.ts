type Waiting<V> = {
  readonly promise: Promise<V | null>
  readonly resolve: (value: V | null) => void
  readonly reject: (error: unknown) => void
}

/**
 * Turns a bulk load into a load of one key: keys requested at the same moment, or while a load is running, are loaded together by
 * the next one. Only one connection is used, however many keys are requested. A repeated key is loaded again unless its load has
 * not started yet.
 */
export function gatherLoads<V>(
  loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  limit = 500,
): (key: string) => Promise<V | null> {
  let waiting = new Map<string, Waiting<V>>()
  let reading = false

  async function readAll(): Promise<void> {
    while (waiting.size > 0) {
      const all = [...waiting]
      waiting = new Map(all.slice(limit))
      const these = all.slice(0, limit)
      try {
        const values = await loadMany(these.map(([key]) => key))
        for (const [key, { resolve }] of these) resolve(values.get(key) ?? null)
      } catch (error) {
        for (const [, { reject }] of these) reject(error)
      }
    }
    reading = false
  }

  return key => {
    const pending = waiting.get(key)
    if (pending) return pending.promise
    const its = Promise.withResolvers<V | null>()
    waiting.set(key, its)
    if (!reading) {
      reading = true
      queueMicrotask(readAll)
    }
    return its.promise
  }
}
