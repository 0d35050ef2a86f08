import type pg from 'pg'
import { type EntryRow, type FeedEntry, toEntry } from './entry.ts'
import type { Position } from './position.ts'

export type ReplayRequest = {
  readonly topics: readonly string[]
  /** The last position that was seen. */
  readonly since: Position
  /** The last position wanted; a reader must have passed it, so that all events up to it are final. */
  readonly upTo: Position
}

export type ReplayLimits = {
  /** Events of the topics; more are not replayed. */
  readonly maxEvents: number
  /** Events of all topics that would have to be looked at. */
  readonly maxScanned: number
}

const PAGE_SIZE = 500

/**
 * Is everything of the topics after `since` still there, and is it little enough? Also false for a cursor of the
 * future, which this database never gave. `since` may lie after `upTo`: another node was further.
 */
export async function canReplay(
  pool: pg.Pool,
  request: ReplayRequest,
  limits: ReplayLimits,
): Promise<boolean> {
  const { rows } = await pool.query<{ ok: boolean }>({
    name: 'feed-can-replay',
    text: `
      with scanned as (
        select topic from feed_events
        where (xid, seq) > ($1::xid8, $2::bigint) and (xid, seq) <= ($3::xid8, $4::bigint)
        order by xid, seq limit $6::bigint + 1)
      select not exists (select from feed_floor where (xid, seq) > ($1::xid8, $2::bigint))
        and $1::xid8 <= pg_snapshot_xmax(pg_current_snapshot())
        and (select count(*) <= $6::bigint and count(*) filter (where topic = any($5::text[])) <= $7::bigint
          from scanned) as ok`,
    values: [...range(request), request.topics, limits.maxScanned, limits.maxEvents],
  })
  return rows[0]?.ok ?? false
}

/**
 * The events of the topics in (since, upTo], page by page, in order. Returns `gone` when retention overtook it: what
 * was yielded is right, but the rest is not complete.
 */
export async function* replay(
  pool: pg.Pool,
  request: ReplayRequest,
  pageSize = PAGE_SIZE,
): AsyncGenerator<readonly FeedEntry[], 'complete' | 'gone'> {
  let since = request.since
  while (true) {
    // The floor is read by the same statement: no prune can come between it and the rows.
    const { rows } = await pool.query<EntryRow & { gone: boolean }>({
      name: 'feed-replay',
      text: `
        select floor.gone, e.* from
          (select exists (select from feed_floor where (xid, seq) > ($1::xid8, $2::bigint)) as gone) floor
          left join lateral (
            select xid::text as xid, seq::text as seq, topic, kind, payload from feed_events
            where (xid, seq) > ($1::xid8, $2::bigint) and (xid, seq) <= ($3::xid8, $4::bigint)
              and topic = any($5::text[])
            order by feed_events.xid, feed_events.seq limit $6) e on true
        order by e.xid::xid8, e.seq::bigint`,
      values: [...range({ ...request, since }), request.topics, pageSize],
    })
    if (rows[0]?.gone) return 'gone'
    const entries = rows.filter(row => row.xid !== null).map(toEntry)
    const last = entries.at(-1)
    if (last) yield entries
    if (!last || entries.length < pageSize) return 'complete'
    since = last.position
  }
}

function range({ since, upTo }: ReplayRequest): string[] {
  return [since.xid, since.seq, upTo.xid, upTo.seq].map(String)
}
