/** Tries that run at once for one receiver on a node: one that takes its time leaves room for the others. */
const MOST_OF_ONE = 8
/** Milliseconds that a try is thought to take until one has. */
const USUAL_MS = 1_000

export type ReceiverLimit = {
  /** Runs the try when the webhook has room for one; else answers in how many milliseconds it may have. */
  take<T>(webhookId: string, work: () => Promise<T>): { done: Promise<T> } | { againIn: number }
}

/** Concurrency limit of each receiver, and how long a try that finds no room waits: behind all that were sent away before. */
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
      const begun = now()
      const done = work().finally(() => {
        own.tookMs = Math.max(USUAL_MS, now() - begun)
        if (--own.running === 0) webhooks.delete(webhookId)
      })
      return { done }
    },
  }
}
