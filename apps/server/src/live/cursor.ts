const MAX_SEQ = 2n ** 63n - 1n

/** A place in the feed: the number of an event (db/functions/feed/writers.sql). */
export type Cursor = bigint

/** The cursor that a client hands back, or null when it is none that Postgres could have given. */
export function parseCursor(given: string): Cursor | null {
  if (!/^\d{1,19}$/.test(given)) return null
  const seq = BigInt(given)
  return seq > MAX_SEQ ? null : seq
}
