/**
 * The position of the feed from which everything read on this page must be kept current. `at`: the time of the first request, in
 * milliseconds; data that is older was read before.
 */
export type FeedStart = { readonly epoch: string; readonly cursor: string; readonly at: number }

type Listener = () => void

/** Creates the store of a page's feed start. */
export function createFeedStart() {
  let token: string | undefined
  let start: FeedStart | undefined
  /** True once answers disagreed about the epoch, so that no position covers them all. */
  let isBroken = false
  const listeners = new Set<Listener>()

  return {
    /**
     * Records the position in an answer (`feedPositionHeader`) to a request sent at `sentAt`. The oldest position of the session
     * counts, because answers may come from nodes that are not equally far.
     */
    record(answeredToken: string, position: string, sentAt: number): void {
      const [epoch = '', cursor = ''] = position.split(' ')
      if (!/^\d{1,19}$/.test(cursor)) return
      if (answeredToken !== token) {
        token = answeredToken
        start = undefined
        isBroken = false
      }
      if (isBroken) return
      if (!start) {
        start = { epoch, cursor, at: sentAt }
        return
      }
      const at = Math.min(start.at, sentAt)
      isBroken = epoch !== start.epoch
      const isOlder = isBroken || BigInt(cursor) < BigInt(start.cursor)
      start = isBroken ? undefined : { epoch, cursor: isOlder ? cursor : start.cursor, at }
      if (isOlder) for (const listener of listeners) listener()
    },
    /** Returns the position for the session with this token; undefined if it is not known. */
    get: (sessionToken: string): FeedStart | undefined => (sessionToken === token ? start : undefined),
    /** Calls the listener when an answer turns out to be older than the position so far. */
    onOlder(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const feedStart = createFeedStart()
