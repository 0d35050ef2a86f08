import { evictOldest } from './evict-oldest.ts'

type Options<V> = {
  /** Loads the value of a key; `null` for a missing one, which is not cached. */
  readonly load: (key: string) => Promise<V | null>
  /** Subjects of a value besides its key, such as a person; `forgetAbout` drops it by these. */
  readonly aboutOf?: (value: V) => readonly string[]
  /** Expiry of a value (ms). */
  readonly endOf?: (value: V) => number
  /** Maximum age in ms in case an event is missed; events drop changed values much earlier. */
  readonly keepMs?: number
  readonly most?: number
  /** Returns whether changes are currently received; otherwise every `get` loads. */
  readonly mayHold?: () => boolean
  readonly now?: () => number
}

export type Cache<V> = {
  /** Returns a cached value synchronously, so that the hot path creates no promise. */
  get(key: string): V | Promise<V | null>
  /** The cached value, if there is one and it is valid. */
  held(key: string): V | undefined
  /** Reloads and caches the value, for callers whom a cached value or a pending load would refuse. */
  read(key: string): Promise<V | null>
  /** Drops the key, so that the next `get` loads it even if an earlier load is pending. */
  forget(key: string): void
  /** Drops all values about the subject in the same way. */
  forgetAbout(subject: string): void
  forgetAll(): void
}

type Held<V> = { readonly value: V; readonly until: number }

/** Creates an in-memory cache for values that every check needs. Concurrent calls for one key share a load. */
export function createCache<V>({
  load,
  aboutOf = () => [],
  endOf = () => Number.POSITIVE_INFINITY,
  keepMs = 60_000,
  most = 100_000,
  mayHold = () => true,
  now = Date.now,
}: Options<V>): Cache<V> {
  const entries = new Map<string, Held<V>>()
  const loading = new Map<string, Promise<V | null>>()
  /** Keys by subject. */
  const about = new Map<string, Set<string>>()

  function hold(key: string, value: V): void {
    drop(key)
    evictOldest(entries, most, drop)
    // Spread the expiry, so that values loaded together are not reloaded together.
    const until = Math.min(endOf(value), now() + keepMs * (0.5 + Math.random() / 2))
    entries.set(key, { value, until })
    for (const subject of aboutOf(value)) {
      const keys = about.get(subject)
      if (keys) keys.add(key)
      else about.set(subject, new Set([key]))
    }
  }

  function drop(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    for (const subject of aboutOf(entry.value)) {
      const keys = about.get(subject)
      keys?.delete(key)
      if (keys?.size === 0) about.delete(subject)
    }
  }

  function heldOf(key: string): V | undefined {
    const entry = entries.get(key)
    return entry && entry.until > now() && mayHold() ? entry.value : undefined
  }

  function read(key: string): Promise<V | null> {
    const pending = load(key)
      .then(value => {
        // Store it only if no forget or newer load came in between; it may be stale otherwise.
        if (value !== null && loading.get(key) === pending) hold(key, value)
        return value
      })
      .finally(() => {
        if (loading.get(key) === pending) loading.delete(key)
      })
    loading.set(key, pending)
    return pending
  }

  return {
    get: key => heldOf(key) ?? loading.get(key) ?? read(key),
    held: heldOf,
    read,
    forget(key) {
      loading.delete(key)
      drop(key)
    },
    forgetAbout(subject) {
      // A pending value may be about the subject.
      loading.clear()
      for (const key of [...(about.get(subject) ?? [])]) drop(key)
    },
    forgetAll() {
      loading.clear()
      entries.clear()
      about.clear()
    },
  }
}
