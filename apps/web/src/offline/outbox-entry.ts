/** A write queued on this device until the server has answered it. */
export type OutboxEntry = {
  /** Created by the client and idempotent: the server treats the same id as the same write, however often it arrives. */
  id: string
  /** The name of the `OutboxKind` that sends it. */
  kind: string
  /** The owner. It is never sent with another person's session. */
  userId: string
  payload: unknown
  /** ISO instant of the action, by the device's clock. The oldest is sent first. */
  at: string
  /** The id of the entry that is sent first; its response becomes part of this one's payload. */
  after?: string
  /**
   * `needs-entry`: the zone requires its PIN first. `refused`: it will never be recorded, with the `reason`. `confirmed`: recorded
   * by the server at `doneAt`; it was sent late, so it stays visible for a while.
   */
  state: 'waiting' | 'needs-entry' | 'refused' | 'confirmed'
  reason?: string
  /** ISO instant. */
  doneAt?: string
  /** The server's response to a confirmed entry, where its kind stores it. */
  answer?: unknown
}

/** True if it still has to be sent. */
export const isWaiting = ({ state }: OutboxEntry) => state === 'waiting' || state === 'needs-entry'

/** Orders by time, oldest first. */
export const byTime = (a: OutboxEntry, b: OutboxEntry) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)
