import { dueAt, lastDuePeriod, nextDueAt } from '@muster/domain/report-period.ts'
import type { Database, Tx } from '../../../db/database.ts'
import type { DownloadQueue } from '../../../jobs/download-queue.ts'
import { failLostDeliveries } from './deliveries.queries.ts'
import { claimDueSchedules, insertScheduledRun, setNextRun } from './report-schedules.queries.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly reportQueue: Pick<DownloadQueue, 'add'>
  /** The installation's time zone. */
  readonly timeZone: string
}

const why = 'what is due is made for everybody'
const BATCH = 50
/** Queue priority of emailed reports, so that files ordered by people do not delay them. */
export const scheduledFirst = 1

/**
 * Orders the report of the last whole period for every due schedule, once per period however many nodes run this at the same time.
 * After an outage only the last period is caught up. Inactive zones are skipped.
 */
export async function beginDueSchedules(deps: Deps, signal?: AbortSignal, now = new Date()): Promise<void> {
  const { db } = deps
  while (!signal?.aborted && (await db.asOwner(why, tx => beginBatch(tx, deps, now))) === BATCH);
  await db.asOwner(why, failLostDeliveries)
}

async function beginBatch(tx: Tx, { reportQueue, timeZone }: Deps, now: Date): Promise<number> {
  const due = await claimDueSchedules(tx, timeZone, now, BATCH)
  for (const each of due) {
    const schedule = { rhythm: each.rhythm, startsOn: each.starts_on, timeZone: each.time_zone }
    const period = lastDuePeriod(schedule, now.getTime())
    await setNextRun(tx, each.id, new Date(nextDueAt(schedule, now.getTime())))
    // The time zone may have changed since the due time was computed: skip periods due before the schedule existed.
    const isOlder = dueAt(period, each.time_zone) < each.since.getTime()
    if (isOlder || each.status !== 'active') continue
    const run = await insertScheduledRun(tx, { ...each, ...period, rerunBy: null })
    if (run) await reportQueue.add(run, tx, scheduledFirst)
  }
  return due.length
}
