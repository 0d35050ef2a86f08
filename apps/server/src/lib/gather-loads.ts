type Waiting<V> = {
  readonly promise: Promise<V | null>
  readonly resolve: (value: V | null) => void
  readonly reject: (error: unknown) => void
}

/**
 * Turns a bulk read into a read of single keys. Keys requested at the same time, or while a read is running, are combined into the
 * next read, so only one connection is in use for any number of keys. A key requested again joins its pending read only if that has
 * not started.
 */
export function gatherLoads<V>(
  loadMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  most = 500,
): (key: string) => Promise<V | null> {
  let waiting = new Map<string, Waiting<V>>()
  let reading = false

  async function readAll(): Promise<void> {
    while (waiting.size > 0) {
      const all = [...waiting]
      waiting = new Map(all.slice(most))
      const these = all.slice(0, most)
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
    const known = waiting.get(key)
    if (known) return known.promise
    const its = Promise.withResolvers<V | null>()
    waiting.set(key, its)
    if (!reading) {
      reading = true
      queueMicrotask(readAll)
    }
    return its.promise
  }
}
