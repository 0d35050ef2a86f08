import type { Cursor } from '../cursor.ts'
import { type EntryRow, type FeedEntry, toEntry } from '../entry.ts'
import type { FeedConnection } from './feed-connection.ts'

/** Looks are at least so many milliseconds apart. */
const EVERY = 100
/** How many events one look reads; where there are more, memory is not trusted. */
const MOST = 2_000

type Options = {
  readonly kinds: readonly string[]
  onAhead(entries: readonly FeedEntry[]): void
}

/** Hands on, among the events that have committed beyond the last that is final, those that memory must hear of. */
export function createLookahead({ kinds, onAhead }: Options) {
  const handedOn = new Set<string>()
  let completeAt = Number.NEGATIVE_INFINITY
  return {
    /** When everything that matters to memory had been handed on, final or not. */
    get completeAt() {
      return completeAt
    },
    async look({ client, patiently }: FeedConnection, after: Cursor): Promise<void> {
      const begunAt = performance.now()
      if (kinds.length === 0 || begunAt - completeAt < EVERY) return
      const page = client.query<EntryRow>({
        name: 'feed-ahead',
        text: `select e.seq::text, e.topic, e.kind, e.payload::text from feed_events e
          where e.seq > $1::bigint and e.kind = any ($2::text[]) order by e.seq limit $3`,
        values: [String(after), kinds, MOST],
      })
      const { rows } = await patiently(page)
      const entries = rows.filter(row => !handedOn.has(row.seq)).map(toEntry)
      for (const { cursor } of entries) handedOn.add(String(cursor))
      if (entries.length > 0) onAhead(entries)
      if (rows.length < MOST) completeAt = begunAt
    },
    /** Nothing is held back any more. */
    clear: () => handedOn.clear(),
  }
}
