import { PgBoss } from 'pg-boss'
import { createGatheredLog } from '../lib/gathered-log.ts'
import { type ClockJob, dailyJobs, type JobDeps } from './daily-jobs.ts'
import type { createDownloadQueue, createReportQueue } from './download-queue.ts'
import { frequentJobs } from './frequent-jobs.ts'
import type { createMailQueue } from './mail-queue.ts'
import { steadyClock } from './steady-clock.ts'
import type { createWebhookQueue } from './webhook-queue.ts'
import { createWorkQueue } from './work-queue.ts'

type Deps = JobDeps & {
  readonly databaseUrl: string
  readonly mailQueue: Pick<ReturnType<typeof createMailQueue>, 'workOn'>
  readonly downloadQueue: Pick<ReturnType<typeof createDownloadQueue>, 'workOn'>
  readonly reportQueue: Pick<ReturnType<typeof createReportQueue>, 'workOn'>
  readonly webhookQueue: Pick<ReturnType<typeof createWebhookQueue>, 'workOn'>
  /** How often each queue is looked at: five unless said otherwise. */
  readonly pollSeconds?: number
}

export type Jobs = {
  /** Ends running jobs between two batches; another node, or the next start, takes them up again. */
  stop(): Promise<void>
}

const HOUR = 3_600

/**
 * Starts the work of the clock. Every node calls it; the queue in Postgres gives each run to one of them, tries a failed
 * one again (five times, from a minute on, doubling), and notices within a minute or two that a node died over one. A run that
 * came due while no node was up is made up for once.
 *
 * It works as the owner: the queue has a schema of its own (`pgboss`, which the program keeps up to date itself, out of
 * reach of muster_app), and what it does, deleting by age, no actor of a request may do.
 */
export async function startJobs({
  databaseUrl,
  mailQueue,
  webhookQueue,
  downloadQueue,
  reportQueue,
  pollSeconds = 5,
  ...deps
}: Deps): Promise<Jobs> {
  const { log } = deps
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'muster-jobs',
    schema: 'pgboss',
    max: 2,
    clock: steadyClock,
    // By it the schedule follows a clock that was set.
    clockMonitorIntervalSeconds: 30,
  })
  const problems = createGatheredLog(log, 'error', 'The job queue has a problem')
  boss.on('error', error => problems.add({ err: error }))
  boss.on('warning', ({ message, data }) => log.warn({ data }, `The job queue warns: ${message}`))
  const stopping = new AbortController()
  const stop = async () => {
    stopping.abort(new Error('The server is stopping.'))
    await boss.stop({ timeout: 10_000 })
  }

  await boss.start()
  try {
    for (const queue of [mailQueue, webhookQueue, downloadQueue, reportQueue])
      await queue.workOn(boss, pollSeconds, stopping.signal)
    for (const job of [...dailyJobs(deps), ...frequentJobs(deps)]) {
      await createClockQueue(log, job).workOn(boss, pollSeconds, stopping.signal)
      await boss.schedule(job.name, job.cron, null, { missed: 'once' })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

const createClockQueue = (log: JobDeps['log'], { name, run }: ClockJob) =>
  createWorkQueue(log, {
    name,
    queue: {
      retryLimit: 5,
      retryDelay: 60,
      expireInSeconds: 6 * HOUR,
      heartbeatSeconds: 60,
      // Of those that run every minute there would be ten thousand otherwise.
      deleteAfterSeconds: 24 * HOUR,
    },
    isExclusive: true,
    noticedIn: 5,
    perform: ({ signal }) => run(signal),
    failed: 'A job failed and is tried again',
  })
