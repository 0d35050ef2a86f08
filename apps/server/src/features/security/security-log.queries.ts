import type { eventFilter } from '@muster/contract/security.ts'
import { type NotNull, sql } from 'kysely'
import type { z } from 'zod'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, one, oneOrNone, oneValue, run } from '../../db/rows.ts'
import { escapeLikePattern } from '../../lib/like-text.ts'
import type { PageOf } from '../../rpc/paging.ts'

export type EventFilter = z.output<typeof eventFilter>

/** The page begins after an event number; filter `number` returns only that one. Pending events are linked before the first page. */
export async function listEvents(
  tx: Tx,
  filter: EventFilter & { readonly number?: number | undefined },
  { after, limit }: PageOf<number>,
) {
  // Recent events may not have a number yet, so link them before reading the first page.
  if (after === undefined) while ((await linkEvents(tx)) === LINK_BATCH_SIZE);
  const { number, type, severity, userId, search, from, to } = filter
  let eventQuery = tx
    .selectFrom('security_events as e')
    .leftJoin('user_profiles as actor', 'actor.id', 'e.actor_id')
    .leftJoin('user_profiles as affected', 'affected.id', 'e.affected_user_id')
    .select(['e.id', 'e.number', 'e.event_type', 'e.description', 'e.severity', 'e.metadata', 'e.created_at'])
    .select(['e.actor_id', 'actor.first_name as actor_first_name', 'actor.last_name as actor_last_name'])
    .select(['e.affected_user_id', 'affected.first_name as affected_first_name'])
    .select('affected.last_name as affected_last_name')
    .where('e.number', 'is not', null)
    .$narrowType<{ number: NotNull }>()
    .orderBy('e.number', 'desc')
    .limit(limit)
  if (after !== undefined) eventQuery = eventQuery.where('e.number', '<', after)
  if (number !== undefined) eventQuery = eventQuery.where('e.number', '=', number)
  if (type !== undefined) eventQuery = eventQuery.where('e.event_type', '=', type)
  if (severity !== undefined) eventQuery = eventQuery.where('e.severity', '=', severity)
  if (userId !== undefined)
    eventQuery = eventQuery.where(eb =>
      eb.or([eb('e.actor_id', '=', userId), eb('e.affected_user_id', '=', userId)]),
    )
  if (search) {
    const pattern = `%${escapeLikePattern(search)}%`
    eventQuery = eventQuery.where(eb =>
      eb.or([eb('e.event_type', 'ilike', pattern), eb('e.description', 'ilike', pattern)]),
    )
  }
  if (from !== undefined) eventQuery = eventQuery.where('e.created_at', '>=', new Date(from))
  if (to !== undefined) eventQuery = eventQuery.where('e.created_at', '<', new Date(to))
  return eventQuery.execute()
}
export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]

/** Returns those of the zones that still exist, by name. */
export const listNamedZones = (tx: Tx, zoneIds: readonly string[]) =>
  tx
    .selectFrom('zones')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any (${[...zoneIds]}::uuid[])`)
    .orderBy('name')
    .orderBy('id')
    .execute()

export const LINK_BATCH_SIZE = 1_000

/** Links events that are not yet in the chain; returns their number, or 0 while another transaction is linking. */
export const linkEvents = (tx: Tx) =>
  oneValue(tx)<number>`
    select link_security_events(${LINK_BATCH_SIZE}::int) as linked`

/** Counts the events of the last 24 hours, in total and by the types shown on the dashboard. */
export const countLastDay = (tx: Tx) =>
  one(tx)<{
    events: number
    failed_sign_ins: number
    successful_sign_ins: number
    failed_pins: number
    location_accesses: number
  }>`
    select count(*) as events,
      count(*) filter (where event_type = 'login_failed') as failed_sign_ins,
      count(*) filter (where event_type = 'login_successful') as successful_sign_ins,
      count(*) filter (where event_type = 'zone_pin_failed') as failed_pins,
      count(*) filter (where event_type = 'location_access') as location_accesses
    from security_events where created_at > now() - interval '24 hours'`

export type ChainHead = {
  /** The number of the last linked event. */
  events: number
  lastHash: string
  /** The number of the newest stored event. */
  newest: number
  /** The last event dropped because of its age; the first stored event follows it. */
  dropped: { number: number; hash: string }
  /** True if any dropped event is still stored. */
  leftOver: boolean
}

/** Reads the expected number of events and everything else a verifier needs, in one consistent snapshot. */
export async function readChainHead(tx: OwnerTx): Promise<ChainHead> {
  const row = await oneOrNone(tx)<{
    events: number
    last_hash: string
    newest: number
    dropped_events: number
    dropped_hash: string
    left_over: boolean
  }>`
    select events, last_hash, coalesce((select max(number) from security_events), 0) as newest,
      dropped_events, dropped_hash,
      exists (select from security_events e where e.number <= dropped_events) as left_over
    from security_chain`
  if (!row)
    throw new Error('The head of the security log is gone: somebody removed the row of security_chain.')
  return {
    events: row.events,
    lastHash: row.last_hash,
    newest: row.newest,
    dropped: { number: row.dropped_events, hash: row.dropped_hash },
    leftOver: row.left_over,
  }
}

export type ChainPage = {
  last_number: number
  last_hash: string
  /** The first event of the page that has a wrong hash or does not follow from its predecessor. */
  bad_number: number | null
  bad_before: number | null
  /** True if the stored hash of event `bad_number` matches its columns, so that its predecessor must be the altered one. */
  bad_sound: boolean | null
}

// The expected result of `security_event_hash`. It is computed here, because the database owner could replace that function or,
// through the search path, the functions it calls.
const recomputedHash = sql`pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(
  e.number, e.previous_hash, e.id, e.event_type, e.description, e.actor_id, e.affected_user_id, e.severity, e.metadata,
  (extract(epoch from e.created_at) * 1000000)::bigint)::text, 'UTF8')), 'hex')`

/**
 * Recomputes the hashes of up to `limit` events after `after` (an event's number and hash), up to number `until`; undefined if
 * there are no such events.
 */
export const checkChainPage = (
  tx: Tx,
  after: { number: number; hash: string },
  until: number,
  limit: number,
) =>
  oneOrNone(tx)<ChainPage>`
    with page as materialized (
      select number, hash, previous_hash, ${recomputedHash} = hash as sound
      from security_events e where number > ${after.number} and number <= ${until}
      order by number limit ${limit}
    ), linked as (
      select *, lag(number, 1, ${after.number}::bigint) over (order by number) as before,
        lag(hash, 1, ${after.hash}::text) over (order by number) as hash_before
      from page
    ), bad as (
      select * from linked where number <> before + 1 or not sound or previous_hash <> hash_before
      order by number limit 1
    )
    select page.number as last_number, page.hash as last_hash,
      bad.number as bad_number, bad.before as bad_before, bad.sound as bad_sound
    from page left join bad on true
    order by page.number desc limit 1`

/** True if an event is unlinked much longer than any transaction lasts: somebody prevents it from being linked. */
export const hasUnlinkedEvent = (tx: OwnerTx) =>
  oneValue(tx)<boolean>`
    select exists (select from security_events where number is null and created_at < now() - interval '2 minutes') as kept`

export async function readHashesByNumber(
  tx: OwnerTx,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  const rows = await many(tx)<{ number: number; hash: string }>`
    select number, hash from security_events where number = any(${numbers}::bigint[])`
  return new Map(rows.map(row => [row.number, row.hash]))
}

export type PartitionTail = { last: number | null; hash: string | null; unlinked: boolean }

/** Reads the last event in a partition of the log, and whether the partition contains unlinked events. */
export const readPartitionTail = (tx: OwnerTx, partition: string) =>
  one(tx)<PartitionTail>`
    select last, (select hash from ${sql.table(partition)} where number = last) as hash,
      exists (select from ${sql.table(partition)} where number is null) as unlinked
    from (select max(number) as last from ${sql.table(partition)}) it`

/** Stores the last dropped event as the start of the chain, and deletes the events up to it that are in other partitions. */
export async function setChainStart(tx: Tx, lastNumber: number, hash: string): Promise<void> {
  await run(tx)`
    update security_chain set dropped_events = ${lastNumber}, dropped_hash = ${hash} where dropped_events < ${lastNumber}`
  await run(tx)`delete from security_events where number <= ${lastNumber}`
}
