import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'
import { executeIn } from './execute-in.ts'
import { openTriedQueue } from './tried-queue.ts'

/** Makes the file of a download or a report, or gives it up for good. */
export type DownloadWork = {
  /** Rejects when it is to be tried again. */
  prepare(id: string, signal: AbortSignal): Promise<void>
  giveUp(id: string): Promise<void>
}

export type DownloadQueue = {
  /** Orders a file, when and only when the transaction (of the owner) commits. Those of a higher priority than 0 are made first. */
  add(id: string, tx: Tx, priority?: number): Promise<void>
  /** Says who makes them; to be called before the jobs start. */
  onOrder(work: DownloadWork): void
}

const HOUR = 3_600

type Which = {
  /** Name of the queue. */
  readonly queue: string
  /** As the log calls one. */
  readonly what: string
  readonly retryLimit: number
}
const ownData: Which = { queue: 'data-download', what: 'A download', retryLimit: 4 }
const reports: Which = { queue: 'report-files', what: 'A report file', retryLimit: 2 }

/** One at a time on each node. A node that died over one is noticed within a minute or two, and another begins anew. */
const common = {
  expireInSeconds: 6 * HOUR,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 24 * HOUR,
}

/** The downloads of their own data that people asked for. */
export const createDownloadQueue = (log: Log) => createFileQueue(log, ownData)

/** The reports that people asked for, and those of schedules. */
export const createReportQueue = (log: Log) => createFileQueue(log, reports)

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** Files that are to be made as jobs in the database. The job names its file and nothing else. */
function createFileQueue(log: Log, { queue: name, what, retryLimit }: Which) {
  let queue: PgBoss | undefined
  let work: DownloadWork | undefined
  const orders: DownloadQueue = {
    async add(id, tx, priority = 0) {
      if (!queue) throw new Error('The jobs are not started')
      await queue.send(name, { id }, { priority, db: { executeSql: executeIn(tx) } })
    },
    onOrder(given) {
      work = given
    },
  }
  return {
    ...orders,
    /** Begins to make them, until `stopping`. To be called by startJobs. */
    async workOn(boss: PgBoss, pollSeconds: number, stopping: AbortSignal): Promise<void> {
      const givenUp = await openTriedQueue(boss, name, { ...common, retryLimit })
      const polling = { pollingIntervalSeconds: pollSeconds }
      await boss.work<{ id: string }>(name, polling, async ([job]) => {
        if (!job) return
        await work?.prepare(job.data.id, AbortSignal.any([job.signal, stopping])).catch(error => {
          if (!stopping.aborted) log.warn({ err: error }, `${what} could not be made yet`)
          throw error
        })
      })
      await boss.work<{ id: string }>(givenUp, polling, async ([job]) => {
        if (!job) return
        log.error(`${what} was given up after all its tries`)
        await work?.giveUp(job.data.id)
      })
      queue = boss
    },
  }
}
