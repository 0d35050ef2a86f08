import { evictOldest } from './evict-oldest.ts'

type Options<V> = {
  /** Reads the value of a key; `null` for one that does not exist, which is not held. */
  readonly load: (key: string) => Promise<V | null>
  /** Names what a value is about besides its key, such as a person: `forgetAbout` drops it then. */
  readonly aboutOf?: (value: V) => readonly string[]
  /** When (ms) a value ends by itself. */
  readonly endOf?: (value: V) => number
  /** A bound in ms for the case that no event arrives; events drop what changed much earlier. */
  readonly keepMs?: number
  readonly most?: number
  /** Whether what changes is heard of in time; while it is not, every `get` reads. */
  readonly mayHold?: () => boolean
  readonly now?: () => number
}

export type Cache<V> = {
  /** At once where the value is held: the hot path then makes no promise. */
  get(key: string): V | Promise<V | null>
  /** The value where it is held and may be trusted. */
  held(key: string): V | undefined
  /** Reads it anew, and holds what is there: for who would be refused by what is held, or by a read begun before. */
  read(key: string): Promise<V | null>
  /** The next `get` reads the database, also where a read begun before is still under way. */
  forget(key: string): void
  /** The same for all that is about it. */
  forgetAbout(subject: string): void
  forgetAll(): void
}

type Held<V> = { readonly value: V; readonly until: number }

/** Holds in memory what every check asks for. Asked for the same key many times at once, it reads once. */
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
  /** Which keys are about a subject. */
  const about = new Map<string, Set<string>>()

  function hold(key: string, value: V): void {
    drop(key)
    evictOldest(entries, most, drop)
    // Spread, or what was first read together would be read again together.
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
        // Forgotten in the meantime, or read anew: what this one read may be old already.
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
      // A value that is being read may be about it.
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
