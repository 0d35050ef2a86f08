type Options = {
  /** Capacity of a bucket in tokens. */
  readonly atOnce: number
  /** Refill rate in tokens per second. */
  readonly perSecond: number
  readonly now?: () => number
}

export type TokenBuckets = {
  /** Takes tokens, even into debt. Returns the milliseconds to wait until the earlier debt is paid; 0 if there is none. */
  consume(key: string, cost: number): number
  /** Returns the milliseconds the next call would wait. */
  wait(key: string): number
}

/** Number of calls between removals of full buckets. */
const CALLS_PER_SWEEP = 1_000

/** Keeps a token bucket per key. Tokens can always be taken; a bucket in debt delays its callers, in order. */
export function createTokenBuckets({
  atOnce,
  perSecond,
  now = () => performance.now(),
}: Options): TokenBuckets {
  /** The time at which each bucket will be full again. */
  const paidUntilByKey = new Map<string, number>()
  const maxCreditMs = (atOnce / perSecond) * 1_000
  let consumeCount = 0

  function sweep(at: number): void {
    for (const [key, paidUntil] of paidUntilByKey) if (paidUntil <= at) paidUntilByKey.delete(key)
  }

  return {
    consume(key, cost) {
      const at = now()
      if (++consumeCount % CALLS_PER_SWEEP === 0) sweep(at)
      const paidFrom = Math.max(at, paidUntilByKey.get(key) ?? 0)
      paidUntilByKey.set(key, paidFrom + (cost / perSecond) * 1_000)
      return Math.max(0, paidFrom - at - maxCreditMs)
    },
    wait: key => Math.max(0, (paidUntilByKey.get(key) ?? 0) - now() - maxCreditMs),
  }
}
