/** A wish is forgotten after this long, in milliseconds: time to enter a PIN on the way, no more. */
const validMs = 60_000

let wishedAt: number | undefined
const listeners = new Set<() => void>()

/**
 * Somebody pressed the round button: the page of the zone they work in checks their position at once. In the memory of this
 * tab alone, so that no link and no reload can make anybody's position be read.
 */
export const checkWish = {
  make(now: number = Date.now()) {
    wishedAt = now
    for (const listener of listeners) listener()
  },
  /** Whether there is one. It is fulfilled once. */
  take(now: number = Date.now()): boolean {
    const isWished = wishedAt !== undefined && now - wishedAt <= validMs
    wishedAt = undefined
    return isWished
  },
  /** Calls when one is made. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
