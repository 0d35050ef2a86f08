import type { Cursor } from '../cursor.ts'
import { type EntryRow, type FeedEntry, toEntry } from '../entry.ts'
import type { FeedConnection } from './feed-connection.ts'

const MIN_INTERVAL_MS = 100
/** Maximum events per lookahead; if there are more, the caches are not trusted. */
const MAX_EVENTS = 2_000

type Options = {
  readonly kinds: readonly string[]
  onUpcoming(entries: readonly FeedEntry[]): void
}

/** Delivers committed events of these kinds to the caches while an older open transaction still holds them back. */
export function createLookahead({ kinds, onUpcoming: notifyUpcoming }: Options) {
  const deliveredSeqs = new Set<string>()
  let completeAt = Number.NEGATIVE_INFINITY
  return {
    /** The time up to which every event relevant to caches was delivered, even if it is not final yet. */
    get completeAt() {
      return completeAt
    },
    async look({ client, patiently }: FeedConnection, after: Cursor): Promise<void> {
      const startedAt = performance.now()
      if (kinds.length === 0 || startedAt - completeAt < MIN_INTERVAL_MS) return
      const pendingPage = client.query<EntryRow>({
        name: 'feed-ahead',
        text: `select e.seq::text, e.topic, e.kind, e.payload::text from feed_events e
          where e.seq > $1::bigint and e.kind = any ($2::text[]) order by e.seq limit $3`,
        values: [String(after), kinds, MAX_EVENTS],
      })
      const { rows } = await patiently(pendingPage)
      const entries = rows.filter(row => !deliveredSeqs.has(row.seq)).map(toEntry)
      for (const { cursor } of entries) deliveredSeqs.add(String(cursor))
      if (entries.length > 0) notifyUpcoming(entries)
      if (rows.length < MAX_EVENTS) completeAt = startedAt
    },
    /** Called when nothing is held back any more. */
    clear: () => deliveredSeqs.clear(),
  }
}
