/** A place in the feed. Order: the transaction that wrote the event, then the number within the table. */
export type Position = { readonly xid: bigint; readonly seq: bigint }

const MAX_XID = 2n ** 64n - 1n
const MAX_SEQ = 2n ** 63n - 1n

/** The position of a cursor of the wire, or null when it is none that Postgres could have given. */
export function parseCursor(cursor: string): Position | null {
  const [xid, seq] = cursor.split('-').map(digits => (/^\d{1,20}$/.test(digits) ? BigInt(digits) : null))
  if (xid == null || seq == null || xid > MAX_XID || seq > MAX_SEQ) return null
  return { xid, seq }
}

export function formatCursor({ xid, seq }: Position): string {
  return `${xid}-${seq}`
}

/** Does `a` come after `b`? */
export function isAfter(a: Position, b: Position): boolean {
  return a.xid === b.xid ? a.seq > b.seq : a.xid > b.xid
}
