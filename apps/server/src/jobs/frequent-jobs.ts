import { makePartsNow } from '../db/partitions/make-parts.ts'
import { noteUnreachable, releaseDueBroadcasts } from '../features/broadcasts/index.ts'
import { alertUnreadMessages } from '../features/groups/index.ts'
import { alertDueHazards } from '../features/hazards/index.ts'
import { countUnseen } from '../features/presence/count-unseen.ts'
import { endSilentVisits } from '../features/presence/end-silent-visits.ts'
import { endSharedTime } from '../features/presence/sharing/sharing.queries.ts'
import { eraseReadings } from '../features/retention/erase-readings.ts'
import { removeOldFiles } from '../features/settings/download/remove-files.ts'
import { prunePassing } from '../live/retention.ts'
import { write } from '../live/write.ts'
import type { ClockJob, JobDeps } from './daily-jobs.ts'

const PASSING_KEEP_MS = 60_000

/** What the clock does every minute or hour: what must not wait for the night and does not belong into a request. */
export function frequentJobs({
  db,
  log,
  passingEvents,
  webhooks,
  alerts,
  files,
  reports,
}: Pick<
  JobDeps,
  'db' | 'log' | 'passingEvents' | 'webhooks' | 'alerts' | 'files' | 'reports'
>): readonly ClockJob[] {
  return [
    {
      name: 'removed-readings',
      cron: '* * * * *',
      async run(signal) {
        const readings = await eraseReadings(db, signal)
        if (readings > 0) log.info({ readings }, 'Erased the readings of deleted accounts and zones')
      },
    },
    {
      name: 'parts',
      cron: '3 * * * *',
      run: () => makePartsNow(db.pool, Date.now()),
    },
    {
      name: 'removed-files',
      cron: '*/5 * * * *',
      async run(signal) {
        const removed = await removeOldFiles(db, files, signal)
        if (removed > 0) log.info({ files: removed }, 'Removed files that belong to nobody any more')
      },
    },
    {
      name: 'passing-events',
      cron: '* * * * *',
      async run() {
        await prunePassing(db, passingEvents, PASSING_KEEP_MS)
      },
    },
    {
      name: 'shared-time',
      cron: '* * * * *',
      async run() {
        await endSharedTime(db)
      },
    },
    {
      name: 'webhooks',
      cron: '* * * * *',
      run: signal => webhooks.catchUp(signal),
    },
    {
      name: 'due-notices',
      cron: '* * * * *',
      async run(signal) {
        const why = 'their time has come for everybody'
        await eachOf([
          async () => {
            while (!signal.aborted && (await db.asOwner(why, tx => write(tx, releaseDueBroadcasts))) > 0);
          },
          () => db.asOwner(why, tx => write(tx, alertDueHazards)),
          () => db.asOwner('what was said concerns others', tx => write(tx, alertUnreadMessages)),
          () => alerts.catchUp(),
          () => db.asOwner('who left is reached by nobody', noteUnreachable),
        ])
      },
    },
    {
      name: 'scheduled-reports',
      cron: '* * * * *',
      run: signal => reports.catchUp(signal),
    },
    {
      name: 'silent-visits',
      cron: '* * * * *',
      async run(signal) {
        await endSilentVisits(db, signal)
      },
    },
    {
      name: 'unseen-people',
      cron: '* * * * *',
      async run() {
        await countUnseen(db)
      },
    },
  ]
}

/** One after the other; what fails keeps none of the others from it, and fails the job in the end. */
async function eachOf(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const problems: unknown[] = []
  for (const step of steps) await step().catch(problem => problems.push(problem))
  if (problems.length > 0) throw new AggregateError(problems, 'Notices could not all be given')
}
