type Options = {
  /** Capacity of a bucket in tokens. */
  readonly atOnce: number
  /** Refill rate. */
  readonly perSecond: number
  readonly now?: () => number
}

export type TokenBuckets = {
  /** Takes tokens; returns the milliseconds to wait until they are available. 0 while the bucket has enough. */
  consume(key: string, cost: number): number
  /** The wait of the next call. */
  wait(key: string): number
}

/** Calls between removals of full buckets. */
const SWEEP_EVERY = 1_000

/** A token bucket per key. Tokens can always be taken; a bucket in debt delays its callers, in order. */
export function createTokenBuckets({
  atOnce,
  perSecond,
  now = () => performance.now(),
}: Options): TokenBuckets {
  /** The time each bucket will be full again. */
  const paidAt = new Map<string, number>()
  const credit = (atOnce / perSecond) * 1_000
  let spent = 0

  function sweep(at: number): void {
    for (const [key, paid] of paidAt) if (paid <= at) paidAt.delete(key)
  }

  return {
    consume(key, cost) {
      const at = now()
      if (++spent % SWEEP_EVERY === 0) sweep(at)
      const from = Math.max(at, paidAt.get(key) ?? 0)
      paidAt.set(key, from + (cost / perSecond) * 1_000)
      return Math.max(0, from - at - credit)
    },
    wait: key => Math.max(0, (paidAt.get(key) ?? 0) - now() - credit),
  }
}
