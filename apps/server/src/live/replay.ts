import { parseTopic } from '@muster/contract/topic.ts'
import type pg from 'pg'
import type { Cursor } from './cursor.ts'
import { type EntryRow, type FeedEntry, toEntry } from './entry.ts'

export type ReplayRequest = {
  readonly topics: readonly string[]
  /** The last cursor the client saw. */
  readonly since: Cursor
  /** The last cursor to replay. The reader must have passed it, so that all events up to it are final. */
  readonly upTo: Cursor
}

const PAGE_SIZE = 500

/** False for a future cursor, which this database never issued. `since` may be after `upTo` if another node was ahead. */
export async function canReplay(pool: pg.Pool, request: ReplayRequest, maxEvents: number): Promise<boolean> {
  const { rows } = await pool.query<{ ok: boolean }>({
    name: 'feed-can-replay',
    text: `
      select not exists (select from feed_floor where seq > $1::bigint or $5 and passing_seq > $1::bigint)
        and $1::bigint <= pg_sequence_last_value(pg_get_serial_sequence('feed_events', 'seq')::regclass)
        and (select count(*) <= $4::bigint from (
          select from feed_events where topic = any($3::text[]) and seq > $1::bigint and seq <= $2::bigint
          limit $4::bigint + 1) missed) as ok`,
    values: [...toRangeParams(request), request.topics, maxEvents, request.topics.some(hasTransientEvents)],
  })
  return rows[0]?.ok ?? false
}

/**
 * True for zone topics, whose transient events (`EventRule.passing`) are stored only briefly: a client that was away longer must
 * read the current state.
 */
const hasTransientEvents = (topic: string) => parseTopic(topic)?.kind === 'zone'

/** In (since, upTo], in order. `gone`: retention deleted some meanwhile; the yielded events are correct, but incomplete. */
export async function* replay(
  pool: pg.Pool,
  request: ReplayRequest,
  pageSize = PAGE_SIZE,
): AsyncGenerator<readonly FeedEntry[], 'complete' | 'gone'> {
  let since = request.since
  const includesTransient = request.topics.some(hasTransientEvents)
  while (true) {
    // The floor is read by the same statement, so that no pruning can happen in between.
    const { rows } = await pool.query<EntryRow & { gone: boolean }>({
      name: 'feed-replay',
      text: `
        select floor.gone, e.* from
          (select exists (
            select from feed_floor where seq > $1::bigint or $5 and passing_seq > $1::bigint) as gone) floor
          left join lateral (
            select seq::text as seq, topic, kind, payload::text from feed_events
            where seq > $1::bigint and seq <= $2::bigint and topic = any($3::text[])
            order by feed_events.seq limit $4) e on true
        order by e.seq::bigint`,
      values: [...toRangeParams({ ...request, since }), request.topics, pageSize, includesTransient],
    })
    if (rows[0]?.gone) return 'gone'
    const entries = rows.filter(row => row.seq !== null).map(toEntry)
    const lastEntry = entries.at(-1)
    if (lastEntry) yield entries
    if (!lastEntry || entries.length < pageSize) return 'complete'
    since = lastEntry.cursor
  }
}

function toRangeParams({ since, upTo }: ReplayRequest): string[] {
  return [since, upTo].map(String)
}
