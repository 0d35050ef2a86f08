import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import { limits } from '@muster/domain/limits.ts'
import { countVisitMinutes } from '@muster/domain/presence.ts'
import { CompiledQuery, sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { many } from '../../db/rows.ts'
import { formatIsoTime } from '../../lib/iso-time.ts'
import { appendChanges } from './check-writer/check-batch.sql.ts'

/** Rows locked per transaction; new checks of these people wait for the transaction. */
const BATCH_SIZE = 500

/**
 * `endBySilence`: outside with high certainty, and the second reading never came; ends with the first outside. Silence counts from
 * the arrival of the last reading, or people still sending from a slow device would leave at once. Returns the number ended.
 */
export async function endSilentVisits(db: Database, signal?: AbortSignal): Promise<number> {
  let endedCount = 0
  for (;;) {
    const batchCount = await db.asOwner('the clock ends visits for everybody', endBatch)
    endedCount += batchCount
    if (batchCount < BATCH_SIZE || signal?.aborted) return endedCount
  }
}

async function endBatch(tx: Tx): Promise<number> {
  const dueKeys = await lockDueRows(tx)
  if (dueKeys.length === 0) return 0
  const endedRows = await endLockedVisits(tx, dueKeys)
  await tx.executeQuery(CompiledQuery.raw(appendChanges, [JSON.stringify(endedRows.flatMap(toChangeEvents))]))
  return endedRows.length
}

type PresenceKey = { readonly user_id: string; readonly zone_id: string }

/**
 * Locks in key order like the check writer. PostgreSQL checks the conditions again after a lock, so a changed row is left out.
 * Index: presence_tracking_silent.
 */
export const dueVisitsQuery = sql<PresenceKey>`
  select user_id, zone_id from presence_tracking
  where is_inside_zone and not pending_inside and pending_since > pending_from
    and greatest(captured_at, received_at) < now() - ${limits.leftBySilenceMs}::float8 * interval '1 ms'
  order by user_id, zone_id limit ${BATCH_SIZE} for update`

async function lockDueRows(tx: Tx): Promise<PresenceKey[]> {
  return (await dueVisitsQuery.execute(tx)).rows
}

/** A separate statement, whose snapshot is taken after the lock: a late reading may have replaced the open visit. */
async function endLockedVisits(tx: Tx, dueKeys: readonly PresenceKey[]): Promise<EndedRow[]> {
  const [userIds, zoneIds] = [dueKeys.map(it => it.user_id), dueKeys.map(it => it.zone_id)]
  return many(tx)<EndedRow>`
    with ended as (
      update presence_tracking p set is_inside_zone = false, exit_time = p.pending_from
      from unnest(${userIds}::uuid[], ${zoneIds}::uuid[]) as due (user_id, zone_id)
      where p.user_id = due.user_id and p.zone_id = due.zone_id
      returning p.user_id, p.zone_id, p.captured_at, p.entry_time, p.exit_time, p.accuracy_meters, p.tracking_source, p.mock),
    visits as (
      update presence_history h set exit_time = e.exit_time, exit_mock = e.mock,
        duration_minutes = floor(date_part('epoch', e.exit_time - h.entry_time) / 60)::int
      from ended e where h.user_id = e.user_id and h.zone_id = e.zone_id and h.exit_time is null)
    select * from ended order by user_id, zone_id`
}

type EndedRow = PresenceKey & {
  readonly captured_at: Date
  readonly entry_time: Date | null
  readonly exit_time: Date
  readonly accuracy_meters: number | null
  readonly tracking_source: string | null
  readonly mock: boolean | null
}

function toChangeEvents(row: EndedRow) {
  const [entryMs, exitMs] = [row.entry_time?.getTime() ?? null, row.exit_time.getTime()]
  const payload = {
    zoneId: row.zone_id,
    userId: row.user_id,
    change: 'left',
    was: 'inside',
    at: formatIsoTime(row.captured_at.getTime()),
    entryTime: entryMs === null ? null : formatIsoTime(entryMs),
    exitTime: formatIsoTime(exitMs),
    durationMinutes: entryMs === null ? null : countVisitMinutes(entryMs, exitMs),
    accuracyMeters: row.accuracy_meters,
    source: row.tracking_source ?? 'device',
    ...(row.mock && { mock: true }),
    visitId: null,
  }
  return [zoneTopic(row.zone_id), userTopic(row.user_id)].map(topic => ({
    topic,
    kind: 'presence.changed',
    payload,
  }))
}
