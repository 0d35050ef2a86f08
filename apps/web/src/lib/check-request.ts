/** Milliseconds until a request expires; long enough to enter a PIN first. */
const requestLifetimeMs = 60_000

let requestedAt: number | undefined
const listeners = new Set<() => void>()

/**
 * A request from the round button to check the position as soon as the current zone's page opens. Kept only in this tab's memory,
 * so that neither a link nor a reload can trigger a position reading.
 */
export const checkRequest = {
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
  /** Calls the listener for each request. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
