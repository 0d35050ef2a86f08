import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'
import { executeIn } from './execute-in.ts'
import { openTriedQueue } from './tried-queue.ts'

/** Makes the file of a download, or gives it up for good. */
export type DownloadWork = {
  /** Rejects when it is to be tried again. */
  prepare(downloadId: string, signal: AbortSignal): Promise<void>
  giveUp(downloadId: string): Promise<void>
}

export type DownloadQueue = {
  /** Orders a file, when and only when the transaction (of the owner) commits. */
  add(downloadId: string, tx: Tx): Promise<void>
  /** Says who makes them; to be called before the jobs start. */
  onOrder(work: DownloadWork): void
}

const QUEUE = 'data-download'
const HOUR = 3_600

/** One at a time on each node. A node that died over one is noticed within a minute or two, and another begins anew. */
const options = {
  retryLimit: 4,
  expireInSeconds: 6 * HOUR,
  heartbeatSeconds: 60,
  deleteAfterSeconds: 24 * HOUR,
}

/** The downloads that people asked for as jobs in the database. The job names its download and nothing else. */
export function createDownloadQueue(log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  let queue: PgBoss | undefined
  let work: DownloadWork | undefined
  const orders: DownloadQueue = {
    async add(downloadId, tx) {
      if (!queue) throw new Error('The jobs are not started')
      await queue.send(QUEUE, { id: downloadId }, { db: { executeSql: executeIn(tx) } })
    },
    onOrder(given) {
      work = given
    },
  }
  return {
    ...orders,
    /** Begins to make them, until `stopping`. To be called by startJobs. */
    async workOn(boss: PgBoss, pollSeconds: number, stopping: AbortSignal): Promise<void> {
      const givenUp = await openTriedQueue(boss, QUEUE, options)
      const polling = { pollingIntervalSeconds: pollSeconds }
      await boss.work<{ id: string }>(QUEUE, polling, async ([job]) => {
        if (!job) return
        await work?.prepare(job.data.id, AbortSignal.any([job.signal, stopping])).catch(error => {
          if (!stopping.aborted) log.warn({ err: error }, 'A download could not be made yet')
          throw error
        })
      })
      await boss.work<{ id: string }>(givenUp, polling, async ([job]) => {
        if (!job) return
        log.error('A download was given up after all its tries')
        await work?.giveUp(job.data.id)
      })
      queue = boss
    },
  }
}
