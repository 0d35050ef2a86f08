import { makeRoom } from './make-room.ts'

type Options<V> = {
  /** Reads the value of a key; `null` for one that does not exist, which is not held. */
  readonly load: (key: string) => Promise<V | null>
  /** A bound in ms for the case that no event arrives; events drop what changed much earlier. */
  readonly keepMs?: number
  readonly most?: number
  /** Whether what changes is heard of in time; while it is not, every `get` reads. */
  readonly mayHold?: () => boolean
  readonly now?: () => number
}

export type HotCache<V> = {
  /** At once where the value is held: the hot way then makes no promise. */
  get(key: string): V | Promise<V | null>
  /** The next `get` reads the database, also where a read begun before is still under way. */
  forget(key: string): void
  forgetAll(): void
}

/** Holds in memory what every check asks for. Asked for the same key many times at once, it reads once. */
export function createHotCache<V>({
  load,
  keepMs = 60_000,
  most = 100_000,
  mayHold = () => true,
  now = Date.now,
}: Options<V>): HotCache<V> {
  const held = new Map<string, { value: V; until: number }>()
  const loading = new Map<string, Promise<V | null>>()

  function read(key: string): Promise<V | null> {
    const pending = load(key)
      .then(value => {
        // Forgotten in the meantime: what was read may be old already.
        if (value !== null && loading.get(key) === pending) {
          makeRoom(held, most)
          // Spread, or what was first read together would be read again together.
          held.set(key, { value, until: now() + keepMs * (0.5 + Math.random() / 2) })
        }
        return value
      })
      .finally(() => {
        if (loading.get(key) === pending) loading.delete(key)
      })
    loading.set(key, pending)
    return pending
  }

  return {
    get(key) {
      const entry = held.get(key)
      if (entry && entry.until > now() && mayHold()) return entry.value
      return loading.get(key) ?? read(key)
    },
    forget(key) {
      loading.delete(key)
      held.delete(key)
    },
    forgetAll() {
      loading.clear()
      held.clear()
    },
  }
}
