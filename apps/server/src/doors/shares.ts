export type Shares = {
  /** Whether the address may begin to take. */
  hasRoom(address: string): boolean
  /** Counts what the address takes; false when it is too much, then too. */
  take(address: string, amount: number): boolean
  giveBack(address: string, amount: number): void
}

/** Counts what is in use, in all and by each address, against what may be. */
export function createShares(most: { total: number; perAddress: number }): Shares {
  const used = new Map<string, number>()
  let total = 0
  const isWithin = (address: string) => total <= most.total && (used.get(address) ?? 0) <= most.perAddress
  return {
    hasRoom: isWithin,
    take(address, amount) {
      total += amount
      used.set(address, (used.get(address) ?? 0) + amount)
      return isWithin(address)
    },
    giveBack(address, amount) {
      total -= amount
      const left = (used.get(address) ?? 0) - amount
      if (left > 0) used.set(address, left)
      else used.delete(address)
    },
  }
}
