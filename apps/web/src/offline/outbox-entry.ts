/** A write queued on this device until the server has answered it. */
export type OutboxEntry = {
  /** Created by the client. It makes the write idempotent: the server treats requests with the same id as one write. */
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
   * `needs-entry`: the zone requires its PIN first. `refused`: the server will never record the entry; `reason` says why.
   * `confirmed`: the server recorded the entry late, at `doneAt`, so it stays visible for a while.
   */
  state: 'waiting' | 'needs-entry' | 'refused' | 'confirmed'
  reason?: string
  /** ISO instant at which a confirmed entry was recorded. */
  doneAt?: string
  /** The server's response to a confirmed entry, if its kind keeps the response. */
  answer?: unknown
}

export const isWaiting = ({ state }: OutboxEntry) => state === 'waiting' || state === 'needs-entry'

export const compareByTime = (a: OutboxEntry, b: OutboxEntry) =>
  a.at.localeCompare(b.at) || a.id.localeCompare(b.id)
