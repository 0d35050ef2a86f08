import type { Cursor } from '../cursor.ts'
import { type EntryRow, type FeedEntry, toEntry } from '../entry.ts'
import type { FeedConnection } from './feed-connection.ts'

/** Minimum milliseconds between lookaheads. */
const EVERY = 100
/** Maximum events per lookahead; beyond it caches are not trusted. */
const MOST = 2_000

type Options = {
  readonly kinds: readonly string[]
  onUpcoming(entries: readonly FeedEntry[]): void
}

/** Delivers relevant committed events after the last final one to the caches. */
export function createLookahead({ kinds, onUpcoming: onAhead }: Options) {
  const handedOn = new Set<string>()
  let completeAt = Number.NEGATIVE_INFINITY
  return {
    /** The time up to which everything relevant to caches was delivered, final or not. */
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
    /** Called when nothing is held back any more. */
    clear: () => handedOn.clear(),
  }
}
