/** Maximum concurrent attempts per webhook on a node, so that a slow receiver leaves capacity for the others. */
const MAX_ATTEMPTS_PER_WEBHOOK = 8
/** The duration (ms) assumed for an attempt until one has been measured, and the minimum assumed after that. */
const MIN_DURATION_MS = 1_000

export type ReceiverLimit = {
  /** Runs the attempt if the webhook has capacity; otherwise returns how many milliseconds to wait. */
  take<T>(webhookId: string, work: () => Promise<T>): { done: Promise<T> } | { againIn: number }
}

/** Creates a concurrency limit per webhook. A rejected attempt is scheduled behind all those rejected before it. */
export function createReceiverLimit(now: () => number = () => performance.now()): ReceiverLimit {
  const stateByWebhook = new Map<string, { running: number; tookMs: number; lineEnds: number }>()
  return {
    take(webhookId, work) {
      const state = stateByWebhook.get(webhookId) ?? { running: 0, tookMs: MIN_DURATION_MS, lineEnds: 0 }
      if (state.running >= MAX_ATTEMPTS_PER_WEBHOOK) {
        state.lineEnds =
          Math.max(state.lineEnds, now() + state.tookMs) + state.tookMs / MAX_ATTEMPTS_PER_WEBHOOK
        return { againIn: state.lineEnds - now() }
      }
      stateByWebhook.set(webhookId, state)
      state.running++
      const startedAt = now()
      const completion = work().finally(() => {
        state.tookMs = Math.max(MIN_DURATION_MS, now() - startedAt)
        if (--state.running === 0) stateByWebhook.delete(webhookId)
      })
      return { done: completion }
    },
  }
}
