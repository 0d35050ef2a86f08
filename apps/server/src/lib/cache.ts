import { evictOldest } from './evict-oldest.ts'

type Options<V> = {
  /** Loads a key's value; `null` if there is none, which is not cached. */
  readonly load: (key: string) => Promise<V | null>
  /** Returns what a value is about besides its key, such as a person, for `forgetAbout`. */
  readonly listTopics?: (value: V) => readonly string[]
  /** Returns the time (ms) at which a value expires by itself. */
  readonly findEnd?: (value: V) => number
  /** Maximum age in ms, in case no event arrives; events drop changed values much earlier. */
  readonly keepMs?: number
  readonly most?: number
  /** Returns false while this node might learn of changes too late; every `get` then loads the value. */
  readonly mayCache?: () => boolean
  readonly now?: () => number
}

export type Cache<V> = {
  /** Returns a cached value synchronously, so that the hot path creates no promise. Loads any other value. */
  get(key: string): V | Promise<V | null>
  /** Returns the cached value if it has not expired and `mayCache` is true; never loads it. */
  held(key: string): V | undefined
  /**
   * Loads the value even if it is cached or already loading, and caches it. Use it before refusing a caller, because the cached
   * value may be stale.
   */
  read(key: string): Promise<V | null>
  /** Makes the next `get` load the value, even if an earlier load is still pending. */
  forget(key: string): void
  /** Forgets all values about the subject, such as a person (see `listTopics`). */
  forgetAbout(subject: string): void
  forgetAll(): void
}

type CachedValue<V> = { readonly value: V; readonly until: number }

/** Creates a cache for values that every check needs. Concurrent reads of one key load it once. */
export function createCache<V>({
  load,
  listTopics = () => [],
  findEnd = () => Number.POSITIVE_INFINITY,
  keepMs = 60_000,
  most = 100_000,
  mayCache: canCache = () => true,
  now = Date.now,
}: Options<V>): Cache<V> {
  const entries = new Map<string, CachedValue<V>>()
  const pendingLoads = new Map<string, Promise<V | null>>()
  const keysByTopic = new Map<string, Set<string>>()

  function store(key: string, value: V): void {
    drop(key)
    evictOldest(entries, most, drop)
    // Randomised, so that values loaded together do not all expire together.
    const until = Math.min(findEnd(value), now() + keepMs * (0.5 + Math.random() / 2))
    entries.set(key, { value, until })
    for (const topic of listTopics(value)) {
      const keys = keysByTopic.get(topic)
      if (keys) keys.add(key)
      else keysByTopic.set(topic, new Set([key]))
    }
  }

  function drop(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    for (const topic of listTopics(entry.value)) {
      const keys = keysByTopic.get(topic)
      keys?.delete(key)
      if (keys?.size === 0) keysByTopic.delete(topic)
    }
  }

  function findCached(key: string): V | undefined {
    const entry = entries.get(key)
    return entry && entry.until > now() && canCache() ? entry.value : undefined
  }

  function read(key: string): Promise<V | null> {
    const pendingLoad = load(key)
      .then(value => {
        // If the key was forgotten or loaded again in the meantime, this value may be stale.
        if (value !== null && pendingLoads.get(key) === pendingLoad) store(key, value)
        return value
      })
      .finally(() => {
        if (pendingLoads.get(key) === pendingLoad) pendingLoads.delete(key)
      })
    pendingLoads.set(key, pendingLoad)
    return pendingLoad
  }

  return {
    get: key => findCached(key) ?? pendingLoads.get(key) ?? read(key),
    held: findCached,
    read,
    forget(key) {
      pendingLoads.delete(key)
      drop(key)
    },
    forgetAbout(topic) {
      // A value that is still loading may concern the subject, so none of the pending loads is cached.
      pendingLoads.clear()
      for (const key of [...(keysByTopic.get(topic) ?? [])]) drop(key)
    },
    forgetAll() {
      pendingLoads.clear()
      entries.clear()
      keysByTopic.clear()
    },
  }
}
