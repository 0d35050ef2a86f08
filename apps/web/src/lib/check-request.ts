/** Milliseconds until a request expires: enough to enter a PIN on the way. */
const validMs = 60_000

let requestedAt: number | undefined
const listeners = new Set<() => void>()

/**
 * The request, from the round button, that the page of the current zone check the position at once. Kept only in this tab's memory,
 * so no link and no reload can make anybody's position be read.
 */
export const checkRequest = {
  make(now: number = Date.now()) {
    requestedAt = now
    for (const listener of listeners) listener()
  },
  /** True if there is a request. Consumes it. */
  take(now: number = Date.now()): boolean {
    const isRequested = requestedAt !== undefined && now - requestedAt <= validMs
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
