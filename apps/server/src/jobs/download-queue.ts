import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../db/database.ts'
import { createWorkQueue } from './work-queue.ts'

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

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>

const HOUR = 3_600

/** The downloads of their own data that people asked for. */
export const createDownloadQueue = (log: Log) =>
  createFileQueue(log, { name: 'data-download', what: 'A download', retryLimit: 4 })

/** The reports that people asked for, and those of schedules. */
export const createReportQueue = (log: Log) =>
  createFileQueue(log, { name: 'report-files', what: 'A report file', retryLimit: 2 })

/** Files to be made, one at a time on each node. The job names its file and nothing else. */
function createFileQueue(
  log: Log,
  { name, what, retryLimit }: { name: string; what: string; retryLimit: number },
) {
  let work: DownloadWork | undefined
  const { add, workOn } = createWorkQueue<{ id: string }>(log, {
    name,
    // The heartbeat shows within a minute or two that a node died over a file, and another begins anew.
    queue: { retryLimit, expireInSeconds: 6 * HOUR, heartbeatSeconds: 60, deleteAfterSeconds: 24 * HOUR },
    noticedIn: 2,
    perform: ({ data, signal }) => work?.prepare(data.id, signal),
    failed: `${what} could not be made yet`,
    givenUp: `${what} was given up after all its tries`,
    giveUp: ({ id }) => work?.giveUp(id),
  })
  const orders: DownloadQueue = {
    add: (id, tx, priority = 0) => add([{ data: { id }, priority }], tx),
    onOrder(given) {
      work = given
    },
  }
  return { ...orders, workOn }
}
