/** One write that waits on this device until the server has answered it. */
export type OutboxEntry = {
  /** Made by the client: the server takes the same id as the same write, however often it comes. */
  id: string
  /** Which `OutboxKind` sends it. */
  kind: string
  /** Whose it is. Nobody else's session ever sends it. */
  userId: string
  payload: unknown
  /** ISO instant of the act, by the device's clock. The oldest goes first. */
  at: string
  /** `needs-entry`: the zone asks for its PIN first. `refused`: it will never be recorded, `reason` says why. */
  state: 'waiting' | 'needs-entry' | 'refused'
  reason?: string
}

export const isWaiting = (entry: OutboxEntry) => entry.state !== 'refused'

/** The oldest first. */
export const byTime = (a: OutboxEntry, b: OutboxEntry) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)
