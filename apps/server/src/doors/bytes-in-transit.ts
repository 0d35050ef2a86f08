export type BytesInTransit = {
  /** Whether the address may begin to send a body. */
  hasRoom(address: string): boolean
  /** Counts bytes that arrived for the address; false when they are too many, then too. */
  take(address: string, bytes: number): boolean
  giveBack(address: string, bytes: number): void
}

/** What the bodies under way hold, in all and for each address. */
export function createBytesInTransit(limits: { bytes: number; bytesPerAddress: number }): BytesInTransit {
  const held = new Map<string, number>()
  let total = 0
  const isWithin = (address: string) =>
    total <= limits.bytes && (held.get(address) ?? 0) <= limits.bytesPerAddress
  return {
    hasRoom: isWithin,
    take(address, bytes) {
      total += bytes
      held.set(address, (held.get(address) ?? 0) + bytes)
      return isWithin(address)
    },
    giveBack(address, bytes) {
      total -= bytes
      const left = (held.get(address) ?? 0) - bytes
      if (left > 0) held.set(address, left)
      else held.delete(address)
    },
  }
}
