const MAX_SEQ = 2n ** 63n - 1n

/** A position in the feed: the number of an event (db/functions/feed/writers.sql). */
export type Cursor = bigint

/** Parses a client's cursor; null if Postgres cannot have issued it. */
export function parseCursor(text: string): Cursor | null {
  if (!/^\d{1,19}$/.test(text)) return null
  const seq = BigInt(text)
  return seq > MAX_SEQ ? null : seq
}
