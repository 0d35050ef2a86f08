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
  /** The entry that goes first; its answer becomes part of this one's payload. */
  after?: string
  /**
   * `needs-entry`: the zone asks for its PIN first. `refused`: it will never be recorded, `reason` says why. `confirmed`: the server has
   * it, since `doneAt`; it had waited, so that its person is told for a while.
   */
  state: 'waiting' | 'needs-entry' | 'refused' | 'confirmed'
  reason?: string
  /** ISO instant. */
  doneAt?: string
  /** What the server answered to a confirmed one, where its kind keeps that. */
  answer?: unknown
}

/** Whether it is still to be sent. */
export const isWaiting = ({ state }: OutboxEntry) => state === 'waiting' || state === 'needs-entry'

/** The oldest first. */
export const byTime = (a: OutboxEntry, b: OutboxEntry) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)
