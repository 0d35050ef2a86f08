import { HOUR_SECONDS } from '@muster/domain/time-units.ts'
import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import { type JobInsert, type JobWithMetadata, type PgBoss, policies, type QueueOptions } from 'pg-boss'
import type { Tx } from '../db/database.ts'
import { createBatchedLog } from '../lib/batched-log.ts'

/**
 * Returns a query function with which the queue writes in our own transaction (as the database owner), so that a job exists if
 * and only if the transaction commits.
 */
const executeIn =
  (tx: Tx) =>
  async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  }

type Options<Data extends object> = {
  readonly name: string
  /** Retries, timeouts and retention in pg-boss's terms. By default, retries wait for 15 seconds, then twice as long each time. */
  readonly queue: QueueOptions
  /** True if at most one job may be queued or running, across all nodes. */
  readonly isExclusive?: boolean
  /** Number of jobs a node takes together; one by default. */
  readonly batchSize?: number
  /** Maximum concurrent batches on a node; one by default. */
  readonly batches?: number
  /** Maximum seconds before a node notices a job. */
  readonly noticedIn: number
  /** Runs a job. If it rejects, only this job is retried. `signal` aborts if another node now runs the job, or this node stops. */
  readonly perform: (job: Pick<JobWithMetadata<Data>, 'data' | 'createdOn' | 'signal'>) => unknown
  /** Log message for a failed attempt. */
  readonly failed: string
  /** Log message for the last failure, including the last failure of a job whose node died. */
  readonly givenUp?: string
  /** Runs after the last failure; needs `givenUp`. */
  readonly abandon?: (data: Data) => unknown
  /** Returns the details of a job that may be logged. */
  readonly toFacts?: (data: Data) => object
}

export type WorkQueue<Data extends object> = {
  /** True once `workOn` has run: jobs can be added from then on. */
  readonly isOpen: boolean
  /** Adds jobs; with `tx`, if and only if that transaction (as the database owner) commits. */
  add(jobs: readonly JobInsert<Data>[], tx?: Tx): Promise<void>
  /** Creates the queue and runs its jobs until `stopping` aborts. Called by startJobs. */
  workOn(boss: PgBoss, pollSeconds: number, stopping?: AbortSignal): Promise<void>
}

/** Jobs are stored in the database: they survive the node that takes them, and any node may run them. */
export function createWorkQueue<Data extends object>(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  queueOptions: Options<Data>,
): WorkQueue<Data> {
  const { name, isExclusive, toFacts = () => ({}) } = queueOptions
  let openBoss: PgBoss | undefined
  const deadLetterQueue = queueOptions.givenUp && `${name}-given-up`
  const options = {
    retryDelay: 15,
    retryBackoff: true,
    ...queueOptions.queue,
    ...(deadLetterQueue && { deadLetter: deadLetterQueue }),
  }
  // Without a message for the last failure, each failure is logged as an error.
  const problemLog = createBatchedLog(log, deadLetterQueue ? 'warn' : 'error', queueOptions.failed)

  return {
    get isOpen() {
      return openBoss !== undefined
    },
    async add(jobs, tx) {
      if (!openBoss) throw new Error('The jobs are not started')
      if (jobs.length > 0) await openBoss.insert(name, [...jobs], tx && { db: { executeSql: executeIn(tx) } })
    },
    async workOn(boss, pollSeconds, stopping) {
      const pollingOptions = { pollingIntervalSeconds: Math.min(pollSeconds, queueOptions.noticedIn) }
      const workOptions = {
        ...pollingOptions,
        batchSize: queueOptions.batchSize ?? 1,
        localConcurrency: queueOptions.batches ?? 1,
        burstWhenBatchFull: true,
        perJobResults: true,
        includeMetadata: true,
      } as const
      const run = async ({ id, data, createdOn, retryCount, signal }: JobWithMetadata<Data>) => {
        try {
          const combinedSignal = stopping ? AbortSignal.any([signal, stopping]) : signal
          await queueOptions.perform({ data, createdOn, signal: combinedSignal })
          return { id, status: 'completed' as const }
        } catch (error) {
          if (!stopping?.aborted)
            problemLog.add({ err: error, job: name, tries: retryCount + 1, ...toFacts(data) })
          return { id, status: 'failed' as const }
        }
      }
      if (deadLetterQueue) await boss.createQueue(deadLetterQueue, { deleteAfterSeconds: HOUR_SECONDS })
      await boss.createQueue(name, { ...options, ...(isExclusive && { policy: policies.exclusive }) })
      await boss.updateQueue(name, options)
      await boss.work<Data, unknown, typeof workOptions>(name, workOptions, jobs =>
        Promise.all(jobs.map(run)),
      )
      if (deadLetterQueue)
        await boss.work<Data>(deadLetterQueue, pollingOptions, async ([job]) => {
          if (!job) return
          log.error({ job: name, ...toFacts(job.data) }, queueOptions.givenUp)
          await queueOptions.abandon?.(job.data)
        })
      openBoss = boss
    },
  }
}
