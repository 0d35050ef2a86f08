import { HOUR_SECONDS } from '@muster/domain/time-units.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../db/database.ts'
import { createWorkQueue } from './work-queue.ts'

/** The worker that generates the file for a download or a report, and cleans up after the last failed attempt. */
export type DownloadWork = {
  /** Generates the file. If it rejects, the queue retries it. */
  prepare(id: string, signal: AbortSignal): Promise<void>
  abandon(id: string): Promise<void>
}

export type DownloadQueue = {
  /**
   * Queues a file if and only if `tx`, a transaction as the database owner, commits. Files with a priority above 0 come first, and
   * reports' files that are `URGENT` wait for no others.
   */
  add(id: string, tx: Tx, priority?: number): Promise<void>
  /** Registers the worker; must be called before the jobs start. */
  onOrder(work: DownloadWork): void
}

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

export const createDownloadQueue = (log: Log) =>
  createFileQueue(log, { name: 'data-download', what: 'A download', retryLimit: 4 })

/** The priority of lists of who is inside or missing: in an emergency they must not wait until a long report is made. */
export const URGENT = 10
/** Seconds after which an urgent file counts as failed, because its reader then needs another way. */
export const URGENT_SECONDS = 600

/** Creates the queue for report files, which people request and schedules create. Urgent ones have a queue of their own. */
export function createReportQueue(log: Log) {
  const createQueue = (name: string, expireInSeconds?: number) =>
    createFileQueue(log, { what: 'A report file', retryLimit: 2, name, expireInSeconds })
  const queue = createQueue('report-files')
  const urgentQueue = createQueue('urgent-report-files', URGENT_SECONDS)
  return {
    add: (id: string, tx: Tx, priority = 0) =>
      (priority < URGENT ? queue : urgentQueue).add(id, tx, priority),
    onOrder(work: DownloadWork) {
      for (const it of [queue, urgentQueue]) it.onOrder(work)
    },
    async workOn(...options: Parameters<typeof queue.workOn>) {
      for (const it of [queue, urgentQueue]) await it.workOn(...options)
    },
  }
}

/** Creates a queue for files, which each node generates one at a time. A job contains only the file's id. */
function createFileQueue(
  log: Log,
  {
    name,
    what,
    retryLimit,
    expireInSeconds = 6 * HOUR_SECONDS,
  }: { name: string; what: string; retryLimit: number; expireInSeconds?: number | undefined },
) {
  let work: DownloadWork | undefined
  const { add, workOn } = createWorkQueue<{ id: string }>(log, {
    name,
    // The heartbeat reveals within a minute or two that a node died while making a file, and another node starts over.
    queue: {
      retryLimit,
      expireInSeconds,
      heartbeatSeconds: 60,
      deleteAfterSeconds: 24 * HOUR_SECONDS,
    },
    noticedIn: 2,
    perform: ({ data, signal }) => work?.prepare(data.id, signal),
    failed: `${what} could not be made yet`,
    givenUp: `${what} was given up after all its tries`,
    abandon: ({ id }) => work?.abandon(id),
  })
  const fileQueue: DownloadQueue = {
    add: (id, tx, priority = 0) => add([{ data: { id }, priority }], tx),
    onOrder(handler) {
      work = handler
    },
  }
  return { ...fileQueue, workOn }
}
