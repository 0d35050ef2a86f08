import type pg from 'pg'
import type { EntryRow } from '../entry.ts'

/** Events to remember at most. If more arrive in one read of the feed, a failover makes the clients load everything anew. */
const MAX_EVENTS = 20_000

/** Keeps the last read that delivered any: a server that has all of these has everything delivered before them too. */
export function createLastEvents(maxEvents = MAX_EVENTS) {
  let rows: EntryRow[] = []
  let isComplete = true
  let isOverflown = false
  return {
    add(page: readonly EntryRow[]): void {
      if (page.length === 0) return
      if (isComplete) {
        rows = []
        isOverflown = false
      }
      isComplete = false
      isOverflown ||= rows.length + page.length > maxEvents
      if (!isOverflown) rows.push(...page)
    },
    /** Called after a read that left out no committed event. */
    markComplete(): void {
      isComplete = true
    },
    /** True if the feed of the server contains all of these events. */
    async areIn(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
      if (isOverflown) return false
      const events = rows.map(({ seq, topic, kind, payload }) => ({ seq, topic, kind, payload }))
      const { rows: counts } = await client.query<{ count: number }>(
        `select count(*)::int as count
         from json_to_recordset($1::json) as last (seq bigint, topic text, kind text, payload text)
         join feed_events e on e.seq = last.seq
         where e.topic = last.topic and e.kind = last.kind and e.payload::text = last.payload`,
        [JSON.stringify(events)],
      )
      return counts[0]?.count === rows.length
    },
  }
}
