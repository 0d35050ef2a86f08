type Options = {
  /** What may be spent at once by who spent nothing for long. */
  readonly atOnce: number
  /** And what from then on. */
  readonly perSecond: number
  readonly now?: () => number
}

export type Pace = {
  /** Spends so much; answers after how many milliseconds it is paid for. 0 while there is something left. */
  spend(key: string, cost: number): number
  /** How long the next one has to wait. */
  wait(key: string): number
}

/** Keys looked at for whether they have paid, now and then: none is kept for longer than it owes. */
const SWEEP_EVERY = 1_000

/** A purse for each key that fills again by itself. Spending is always possible, but who owes waits, and waits in the order of spending. */
export function createPace({ atOnce, perSecond, now = () => performance.now() }: Options): Pace {
  /** The moment at which all that was spent will have been paid. */
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
