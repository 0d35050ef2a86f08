/** `at`: when the first request was sent, in milliseconds; the position does not cover older data. */
export type FeedStart = { readonly epoch: string; readonly cursor: string; readonly at: number }

type Listener = () => void

/** The oldest position counts, because nodes may lag behind each other. Without one in a response, the feed starts fresh. */
export function createFeedStart() {
  let token: string | undefined
  let start: FeedStart | undefined
  let isUnknown = false
  /** The cursor from which the feed was asked to continue. */
  let takenCursor: string | undefined
  let endedAt = Number.POSITIVE_INFINITY
  const listeners = new Set<Listener>()

  function reset(nextToken: string) {
    token = nextToken
    start = undefined
    isUnknown = false
    takenCursor = undefined
    endedAt = Number.POSITIVE_INFINITY
  }

  function notifyIfTaken() {
    if (takenCursor !== undefined) for (const listener of listeners) listener()
  }

  return {
    /** Records the position (`feedPositionHeader`) in a successful response to a request sent at `sentAt`. */
    record(sessionToken: string, position: string | null, sentAt: number): void {
      if (sessionToken !== token) reset(sessionToken)
      if (sentAt >= endedAt || isUnknown) return
      const next = parsePosition(position)
      if (!next || (start && next.epoch !== start.epoch)) {
        isUnknown = true
        start = undefined
        notifyIfTaken()
        return
      }
      const isOlder = !start || BigInt(next.cursor) < BigInt(start.cursor)
      const at = Math.min(sentAt, start?.at ?? sentAt)
      start = isOlder || !start ? { ...next, at } : { ...start, at }
      if (takenCursor !== undefined && BigInt(next.cursor) < BigInt(takenCursor)) notifyIfTaken()
    },
    /** Returns the start for the session with this token, from which the feed is now to continue; undefined if it is unknown. */
    take(sessionToken: string): FeedStart | undefined {
      const isOpen = sessionToken === token && endedAt === Number.POSITIVE_INFINITY
      if (isOpen) takenCursor = start?.cursor
      return isOpen ? start : undefined
    },
    /** Ends the start, because the feed is followed. Responses to requests sent from now on need no position. */
    end(sessionToken: string, now = Date.now()): void {
      if (sessionToken !== token) reset(sessionToken)
      endedAt = Math.min(endedAt, now)
    },
    /** Calls the listener when a response turns out to lack events that the feed will not repeat. */
    onGap(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function parsePosition(position: string | null): { epoch: string; cursor: string } | undefined {
  const [epoch = '', cursor = ''] = position?.split(' ') ?? []
  return /^\d{1,19}$/.test(cursor) ? { epoch, cursor } : undefined
}

export const feedStart = createFeedStart()
