export type Shares = {
  hasRoom(address: string): boolean
  /** Adds the amount to the address; if that exceeds a limit, it is added all the same and the result is false. */
  take(address: string, amount: number): boolean
  release(address: string, amount: number): void
}

/** Counts current usage, in total and per address, against the limits. */
export function createShares(limits: { total: number; perAddress: number }): Shares {
  const usedByAddress = new Map<string, number>()
  let total = 0
  const isWithin = (address: string) =>
    total <= limits.total && (usedByAddress.get(address) ?? 0) <= limits.perAddress
  return {
    hasRoom: isWithin,
    take(address, amount) {
      total += amount
      usedByAddress.set(address, (usedByAddress.get(address) ?? 0) + amount)
      return isWithin(address)
    },
    release(address, amount) {
      total -= amount
      const remainingAmount = (usedByAddress.get(address) ?? 0) - amount
      if (remainingAmount > 0) usedByAddress.set(address, remainingAmount)
      else usedByAddress.delete(address)
    },
  }
}
