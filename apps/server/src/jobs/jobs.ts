import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import { createGatheredLog } from '../lib/gathered-log.ts'
import type { createDownloadQueue, createReportQueue } from './download-queue.ts'
import type { createMailQueue } from './mail-queue.ts'
import { steadyClock } from './steady-clock.ts'
import type { createWebhookQueue } from './webhook-queue.ts'
import { createWorkQueue } from './work-queue.ts'

export type ClockJob = {
  readonly name: string
  /** In UTC. */
  readonly cron: string
  /** May be run again after a failure, from wherever it came to. */
  run(signal: AbortSignal): Promise<unknown>
}

type Deps = {
  readonly databaseUrl: string
  readonly log: FastifyBaseLogger
  readonly jobs: readonly ClockJob[]
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
  log,
  jobs,
  mailQueue,
  webhookQueue,
  downloadQueue,
  reportQueue,
  pollSeconds = 5,
}: Deps): Promise<Jobs> {
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
    await dropFormer(boss, jobs)
    for (const job of jobs) {
      await createClockQueue(log, job).workOn(boss, pollSeconds, stopping.signal)
      await boss.schedule(job.name, job.cron, null, { missed: 'once' })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** Drops what an earlier version scheduled and nobody would run. */
async function dropFormer(boss: PgBoss, jobs: readonly ClockJob[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (jobs.some(job => job.name === name)) continue
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
}

const createClockQueue = (log: FastifyBaseLogger, { name, run }: ClockJob) =>
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
