import { dueAt, lastDuePeriod, nextDueAt } from '@muster/domain/report-period.ts'
import type { Database, OwnerTx } from '../../../db/database.ts'
import type { DownloadQueue } from '../../../jobs/download-queue.ts'
import { failLostDeliveries } from './deliveries.queries.ts'
import { claimDueSchedules, insertScheduledRun, setNextRun } from './report-schedules.queries.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly reportQueue: Pick<DownloadQueue, 'add'>
  /** The installation's time zone. */
  readonly timeZone: string
}

const ownerReason = 'what is due is made for everybody'
const BATCH_SIZE = 50
/** Queue priority of emailed reports, so that files requested by people do not delay them. */
export const SCHEDULED_PRIORITY = 1

/**
 * Once per period, whatever nodes run it; after an outage only the last period. Skips inactive zones. Then marks emails that waited
 * too long as failed.
 */
export async function beginDueSchedules(deps: Deps, signal?: AbortSignal, now = new Date()): Promise<void> {
  const { db } = deps
  while (!signal?.aborted && (await db.asOwner(ownerReason, tx => beginBatch(tx, deps, now))) === BATCH_SIZE);
  await db.asOwner(ownerReason, failLostDeliveries)
}

async function beginBatch(tx: OwnerTx, { reportQueue, timeZone }: Deps, now: Date): Promise<number> {
  const dueSchedules = await claimDueSchedules(tx, timeZone, now, BATCH_SIZE)
  for (const dueSchedule of dueSchedules) {
    const schedule = {
      rhythm: dueSchedule.rhythm,
      startsOn: dueSchedule.starts_on,
      timeZone: dueSchedule.time_zone,
    }
    const period = lastDuePeriod(schedule, now.getTime())
    await setNextRun(tx, dueSchedule.id, new Date(nextDueAt(schedule, now.getTime())))
    // Skip periods that were due before the schedule was created or changed: the time zone may have changed since the due time was
    // computed.
    const isBeforeStart = dueAt(period, dueSchedule.time_zone) < dueSchedule.since.getTime()
    if (isBeforeStart || dueSchedule.status !== 'active') continue
    const run = await insertScheduledRun(tx, { ...dueSchedule, ...period, rerunBy: null })
    if (run) await reportQueue.add(run, tx, SCHEDULED_PRIORITY)
  }
  return dueSchedules.length
}
