import { HOUR_SECONDS } from '@muster/domain/time-units.ts'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Clock, PgBoss, systemClock } from 'pg-boss'
import type { ConnectionRegistry } from '../db/connection-registry.ts'
import { KEEP_ALIVE_DELAY_MS } from '../db/database.ts'
import { createBatchedLog } from '../lib/batched-log.ts'
import { withoutOutages } from '../rpc/unexpected.ts'
import type { createDownloadQueue, createReportQueue } from './download-queue.ts'
import type { createMailQueue } from './mail-queue.ts'
import type { createWebhookQueue } from './webhook-queue.ts'
import { createWorkQueue } from './work-queue.ts'

const origin = Date.now() - performance.now()

/**
 * Elapsed time since this process started: by the machine's clock, an hour back would stop all jobs for an hour. For the time of
 * day, the queue corrects it by the database clock.
 */
export const steadyClock: Clock = { ...systemClock, now: () => origin + performance.now() }

export type ClockJob = {
  readonly name: string
  /** Cron expression, in UTC. */
  readonly cron: string
  /** Retries of a failed run; five by default. None for a job whose next run is due before the first retry. */
  readonly retryLimit?: number
  /** Runs the job. It must be safe to repeat after a failure, and continue where it stopped. */
  run(signal: AbortSignal): Promise<unknown>
}

type Deps = {
  readonly databaseUrl: string
  /** Where the queue's connections are tracked, so that they are dropped with a lost server. */
  readonly connections?: ConnectionRegistry
  readonly log: FastifyBaseLogger
  readonly jobs: readonly ClockJob[]
  readonly mailQueue: Pick<ReturnType<typeof createMailQueue>, 'workOn'>
  readonly downloadQueue: Pick<ReturnType<typeof createDownloadQueue>, 'workOn'>
  readonly reportQueue: Pick<ReturnType<typeof createReportQueue>, 'workOn'>
  readonly webhookQueue: Pick<ReturnType<typeof createWebhookQueue>, 'workOn'>
  /** Maximum poll interval of a queue in seconds; five by default. A queue with a shorter `noticedIn` polls more often. */
  readonly pollSeconds?: number
}

export type Jobs = {
  /** Stops running jobs between two batches; another node, or the next start, resumes them. */
  stop(): Promise<void>
}

/**
 * On every node; the queue gives each run to one, retries five times (from a minute, doubling), and notices a dead node within a
 * minute or two. One run makes up for all missed. As the database owner: the queue's schema (`pgboss`, migrated by pg-boss) is out
 * of muster_app's reach, and no actor may do work such as deleting by age.
 */
export async function startJobs({
  databaseUrl,
  connections,
  log,
  jobs,
  mailQueue,
  webhookQueue,
  downloadQueue,
  reportQueue,
  pollSeconds = 5,
}: Deps): Promise<Jobs> {
  class Client extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      connections?.track(this)
    }
  }
  // Passed on to the pool.
  const poolOptions = { Client, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS }
  const boss = new PgBoss({
    ...poolOptions,
    connectionString: databaseUrl,
    application_name: 'muster-jobs',
    schema: 'pgboss',
    max: 2,
    clock: steadyClock,
    // Makes the schedule follow a corrected clock.
    clockMonitorIntervalSeconds: 30,
  })
  const problemLog = createBatchedLog(withoutOutages(log), 'error', 'The job queue has a problem')
  boss.on('error', error => problemLog.add({ err: toError(error) }))
  boss.on('warning', ({ message, data }) => log.warn({ data }, `The job queue warns: ${message}`))
  const stopController = new AbortController()
  const stop = async () => {
    stopController.abort(new Error('The server is stopping.'))
    await boss.stop({ timeout: 10_000 })
  }

  await boss.start()
  try {
    for (const queue of [mailQueue, webhookQueue, downloadQueue, reportQueue])
      await queue.workOn(boss, pollSeconds, stopController.signal)
    await dropUnusedQueues(boss, jobs)
    for (const job of jobs) {
      await createClockQueue(log, job).workOn(boss, pollSeconds, stopController.signal)
      await boss.schedule(job.name, job.cron, null, { missed: 'once' })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** Returns the error of a worker as the driver made it. The queue passes on a copy that names the worker in its message. */
function toError(error: Error): Error {
  if (error instanceof Error) return error
  const { message, ...rest } = error as Error
  return Object.assign(new Error(message.replace(/ \(Queue: .*$/, '')), rest)
}

/** Drops the schedules, with their queues, that an earlier version left and that no longer have a job. */
async function dropUnusedQueues(boss: PgBoss, jobs: readonly ClockJob[]): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (jobs.some(job => job.name === name)) continue
    await boss.unschedule(name)
    await boss.deleteQueue(name)
  }
}

const createClockQueue = (log: FastifyBaseLogger, { name, retryLimit = 5, run }: ClockJob) =>
  createWorkQueue(log, {
    name,
    queue: {
      retryLimit,
      retryDelay: 60,
      expireInSeconds: 6 * HOUR_SECONDS,
      heartbeatSeconds: 60,
      // Without this, jobs that run every minute would leave ten thousand rows.
      deleteAfterSeconds: 24 * HOUR_SECONDS,
    },
    isExclusive: true,
    noticedIn: 5,
    perform: ({ signal }) => run(signal),
    failed: retryLimit === 0 ? 'A job failed' : 'A job failed and is tried again',
  })
