/** Maximum concurrent attempts per webhook on a node, so that a slow receiver leaves capacity for the others. */
const MOST_OF_ONE = 8
/** Assumed duration of an attempt in milliseconds until one has been measured, and its minimum. */
const USUAL_MS = 1_000

export type ReceiverLimit = {
  /** Runs the attempt if the webhook has capacity; otherwise returns how many milliseconds to wait. */
  take<T>(webhookId: string, work: () => Promise<T>): { done: Promise<T> } | { againIn: number }
}

/** Creates a concurrency limit per webhook. A rejected attempt is scheduled behind all those rejected before it. */
export function createReceiverLimit(now: () => number = () => performance.now()): ReceiverLimit {
  const webhooks = new Map<string, { running: number; tookMs: number; lineEnds: number }>()
  return {
    take(webhookId, work) {
      const own = webhooks.get(webhookId) ?? { running: 0, tookMs: USUAL_MS, lineEnds: 0 }
      if (own.running >= MOST_OF_ONE) {
        own.lineEnds = Math.max(own.lineEnds, now() + own.tookMs) + own.tookMs / MOST_OF_ONE
        return { againIn: own.lineEnds - now() }
      }
      webhooks.set(webhookId, own)
      own.running++
      const startedAt = now()
      const done = work().finally(() => {
        own.tookMs = Math.max(USUAL_MS, now() - startedAt)
        if (--own.running === 0) webhooks.delete(webhookId)
      })
      return { done }
    },
  }
}
