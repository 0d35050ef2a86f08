type Options = {
  /** Size of a bucket. */
  readonly atOnce: number
  /** How fast it fills again. */
  readonly perSecond: number
  readonly now?: () => number
}

export type TokenBuckets = {
  /** Takes tokens; answers how many milliseconds to wait until they are there. 0 while the bucket holds enough. */
  spend(key: string, cost: number): number
  /** How long the next call would have to wait. */
  wait(key: string): number
}

/** So often full buckets are forgotten. */
const SWEEP_EVERY = 1_000

/** A token bucket for each key. Tokens can always be taken; a bucket in debt delays those who take, in the order of taking. */
export function createTokenBuckets({
  atOnce,
  perSecond,
  now = () => performance.now(),
}: Options): TokenBuckets {
  /** When each bucket will be full again. */
  const paidAt = new Map<string, number>()
  const credit = (atOnce / perSecond) * 1_000
  let spent = 0

  function sweep(at: number): void {
    for (const [key, paid] of paidAt) if (paid <= at) paidAt.delete(key)
  }

  return {
    spend(key, cost) {
      const at = now()
      if (++spent % SWEEP_EVERY === 0) sweep(at)
      const from = Math.max(at, paidAt.get(key) ?? 0)
      paidAt.set(key, from + (cost / perSecond) * 1_000)
      return Math.max(0, from - at - credit)
    },
    wait: key => Math.max(0, (paidAt.get(key) ?? 0) - now() - credit),
  }
}
