/** A write queued on this device until the server has answered it. */
export type OutboxEntry = {
  /**
   * Created by the client. Makes the write idempotent: the server treats the same id as the same write, however often it arrives.
   */
  id: string
  /** The name of the `OutboxKind` that sends it. */
  kind: string
  /** The id of the owner. The entry is never sent with another person's session. */
  userId: string
  payload: unknown
  /** ISO instant of the action, by the device's clock. The oldest entry is sent first. */
  at: string
  /** The id of an entry that must be sent first. The response to it becomes part of this entry's payload. */
  after?: string
  /**
   * `needs-entry`: the zone requires its PIN first. `refused`: it will never be recorded; `reason` says why. `confirmed`: recorded
   * by the server at `doneAt`; it was sent late, so it stays visible for a while.
   */
  state: 'waiting' | 'needs-entry' | 'refused' | 'confirmed'
  reason?: string
  /** ISO instant at which the server recorded it. */
  doneAt?: string
  /** The server's response to a confirmed entry, if its kind keeps the response. */
  answer?: unknown
}

/** True if the entry still has to be sent. */
export const isWaiting = ({ state }: OutboxEntry) => state === 'waiting' || state === 'needs-entry'

/** Orders by time, oldest first. */
export const compareByTime = (a: OutboxEntry, b: OutboxEntry) =>
  a.at.localeCompare(b.at) || a.id.localeCompare(b.id)
