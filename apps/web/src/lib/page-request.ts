/** Milliseconds until a request expires; long enough to enter a PIN first. */
const requestLifetimeMs = 60_000

/** Kept only in this tab's memory, so that neither a link nor a reload can start an act such as printing. */
export function createPageRequest() {
  let requestedAt: number | undefined
  const listeners = new Set<() => void>()
  return {
    make(now: number = Date.now()) {
      requestedAt = now
      for (const listener of listeners) listener()
    },
    /** Consumes the request. Returns true if there was one that had not expired. */
    take(now: number = Date.now()): boolean {
      const isRequested = requestedAt !== undefined && now - requestedAt <= requestLifetimeMs
      requestedAt = undefined
      return isRequested
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type PageRequest = ReturnType<typeof createPageRequest>
