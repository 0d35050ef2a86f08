const MAX_SEQ = 2n ** 63n - 1n

/** A place in the feed: the number of an event (db/functions/feed/writers.sql). */
export type Position = bigint

/** The position of a cursor of the wire, or null when it is none that Postgres could have given. */
export function parseCursor(cursor: string): Position | null {
  if (!/^\d{1,19}$/.test(cursor)) return null
  const seq = BigInt(cursor)
  return seq > MAX_SEQ ? null : seq
}
