export type Shares = {
  /** True if the address may take anything at all. */
  hasRoom(address: string): boolean
  /** Counts the address's usage, even if it exceeds the limit and the result is false. */
  take(address: string, amount: number): boolean
  release(address: string, amount: number): void
}

/** Counts current usage in total and per address against the limits. */
export function createShares(max: { total: number; perAddress: number }): Shares {
  const used = new Map<string, number>()
  let total = 0
  const isWithin = (address: string) => total <= max.total && (used.get(address) ?? 0) <= max.perAddress
  return {
    hasRoom: isWithin,
    take(address, amount) {
      total += amount
      used.set(address, (used.get(address) ?? 0) + amount)
      return isWithin(address)
    },
    release(address, amount) {
      total -= amount
      const left = (used.get(address) ?? 0) - amount
      if (left > 0) used.set(address, left)
      else used.delete(address)
    },
  }
}
