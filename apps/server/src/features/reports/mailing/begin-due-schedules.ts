import { dueAt, lastDuePeriod, nextDueAt } from '@muster/domain/report-period.ts'
import type { Database, Tx } from '../../../db/database.ts'
import type { DownloadQueue } from '../../../jobs/download-queue.ts'
import { failLostDeliveries } from './deliveries.queries.ts'
import { claimDueSchedules, insertScheduledRun, setNextRun } from './report-schedules.queries.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly reportQueue: Pick<DownloadQueue, 'add'>
  /** Of the installation. */
  readonly timeZone: string
}

const why = 'what is due is made for everybody'
const BATCH = 50
/** Priority in the queue: those who wait for a mail do not wait for the files that people ask for in the meantime. */
export const scheduledFirst = 1

/**
 * Orders the report of the last whole period of every schedule that is due, each period once however many nodes look at the same time.
 * After a while without a server only the last period is made up for. Zones that are not active are passed over.
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
    // The time zone may have changed since its time was worked out: what was due before the schedule was there is not made.
    const isOlder = dueAt(period, each.time_zone) < each.since.getTime()
    if (isOlder || each.status !== 'active') continue
    const run = await insertScheduledRun(tx, { ...each, ...period, rerunBy: null })
    if (run) await reportQueue.add(run, tx, scheduledFirst)
  }
  return due.length
}
