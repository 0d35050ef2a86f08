import type { ORPCError } from '@orpc/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { createBatchedLog } from '../../../lib/batched-log.ts'
import { createRecentKeys } from '../../../lib/once-per.ts'
import { isDatabaseUnavailable, withoutOutages } from '../../../rpc/unexpected.ts'
import { createCheckConnection } from './check-connection.ts'
import { createGatherer } from './gather.ts'
import type { CheckOutcome, LateCheck, PendingCheck } from './pending-check.ts'
import { writeBatch } from './write-batch.ts'
import { writeLate } from './write-late.ts'
import { writeOrRetry } from './write-or-retry.ts'

type Options = {
  readonly db: Pick<Database, 'pool' | 'storing' | 'connections'>
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Called after each committed batch, because the feed may have new events. */
  readonly onWritten?: () => void
  readonly mostInBatch?: number
  readonly mostWaiting?: number
  readonly mostWaitMs?: number
}

export type CheckWriterStats = {
  /** Number of committed transactions. */
  readonly batches: number
  readonly recorded: number
  readonly repeated: number
  readonly refused: number
  readonly failed: number
  readonly retries: number
  readonly waiting: number
}

export type CheckWriter = {
  /**
   * Resolves once committed or refused by the database. Rejects with SERVICE_UNAVAILABLE, or TOO_MANY_REQUESTS for too many of the
   * person's own checks. Sending the same check again is safe.
   */
  write(check: PendingCheck): Promise<CheckOutcome>
  /** Returns the error that `checks` more checks would get, so that the caller need not try them one by one. */
  findRefusal(userId: string, checks: number): ORPCError<string, unknown> | undefined
  /** Refuses new checks, writes the queued ones, and closes the connections. */
  stop(): Promise<void>
  readonly stats: CheckWriterStats
}

/** Without it, a person in hundreds of zones, with one row each, would delay everybody in the same batch. */
export const MAX_PER_PERSON = 64
/** One person's maximum share of the queue. */
const MAX_QUEUE_SHARE = 1 / 10

/** Maximum expected wait (ms) for a check, because a phone gives up after ten seconds and keeps the check for later. */
const MAX_WAIT_MS = 6_000

/** Maximum late checks per transaction, because the log is read for each of their senders. */
const MAX_LATE_PER_BATCH = 500
const MAX_LATE_PER_PERSON = 125

/** Time (ms) during which a person's checks are written separately after one failed. */
const CULPRIT_ISOLATION_MS = 60_000

/**
 * Each transaction writes all checks that arrived during the previous one. Any number of writers on any nodes may serve one
 * database: correctness relies on the state rows' locks. One transaction at a time: in a benchmark, two in parallel used a sixth
 * more CPU per check and recorded no more.
 */
export function createCheckWriter({
  db,
  log,
  onWritten = () => undefined,
  mostInBatch = 2_000,
  mostWaiting = 20_000,
  mostWaitMs = MAX_WAIT_MS,
}: Options): CheckWriter {
  const { connectionString } = db.pool.options
  if (!connectionString) throw new Error('The check writer needs the connection string of the pool')
  const databaseUrl: string = connectionString
  const quietLog = withoutOutages(log)
  const failureLog = createBatchedLog(quietLog, 'error', 'Check writer: checks could not be written')
  const retryLog = createBatchedLog(quietLog, 'warn', 'Check writer: batches were written again')
  const counts = { batches: 0, recorded: 0, repeated: 0, refused: 0, failed: 0, retries: 0 }
  const culprits = createRecentKeys(CULPRIT_ISOLATION_MS)

  function createQueue(writeChecks: typeof writeBatch, limit: number, maxPerPerson = MAX_PER_PERSON) {
    const connection = createCheckConnection(databaseUrl, db.connections, error =>
      quietLog.warn({ err: error }, 'Check writer: connection lost'),
    )
    const deps = {
      write: async (checks: readonly PendingCheck[]) => {
        const outcomes = await connection
          .run(client => writeChecks(client, checks))
          .catch(error => {
            db.storing.onError(error)
            throw error
          })
        db.storing.onStored()
        counts.batches++
        onWritten()
        return outcomes
      },
      isLost: (error: unknown) => connection.lost || isDatabaseUnavailable(error),
      getOwner,
      onCulprit: culprits.remember,
      onRetry(error: unknown) {
        counts.retries++
        retryLog.add({ err: error })
      },
    }
    const gatherer = createGatherer({
      getOwner,
      mostInBatch: limit,
      mostWaiting,
      mostWaitMs,
      mostOfOneInBatch: maxPerPerson,
      mostOfOneWaiting: Math.ceil(mostWaiting * MAX_QUEUE_SHARE),
      async write(checks: PendingCheck[]) {
        const outcomes = await writeOrRetry(deps, checks)
        for (const outcome of outcomes) count(outcome)
        return outcomes
      },
    })
    const stop = async () => {
      await gatherer.stop()
      await connection.end()
    }
    return { gatherer, stop }
  }

  const mainQueue = createQueue(writeBatch, mostInBatch)
  /** The queue for people whose checks recently failed, so that nobody else waits while a failing batch is split and retried. */
  const isolatedQueue = createQueue(writeBatch, mostInBatch)

  /** Checks that arrive in order do not wait here while the visits around a late one are recomputed. */
  const lateQueue = createQueue(writeLate, Math.min(mostInBatch, MAX_LATE_PER_BATCH), MAX_LATE_PER_PERSON)

  const queues = [mainQueue, isolatedQueue, lateQueue]

  const chooseQueue = (userId: string) => (culprits.isNew(userId) ? mainQueue : isolatedQueue)

  const write = (check: PendingCheck): Promise<CheckOutcome> =>
    chooseQueue(check.userId)
      .gatherer.add(check)
      .then(outcome => (outcome.kind === 'late' ? writeLateCheck(check) : outcome))

  async function writeLateCheck(check: PendingCheck): Promise<CheckOutcome> {
    for (;;) {
      const outcome = await lateQueue.gatherer.add(check)
      if (outcome.kind !== 'late') return outcome
    }
  }

  function count(outcome: CheckOutcome | LateCheck | Error): void {
    if (outcome instanceof Error) {
      counts.failed++
      failureLog.add({ err: outcome })
    } else if (outcome.kind === 'late') return
    else if (outcome.kind === 'refused') counts.refused++
    else if (outcome.repeated) counts.repeated++
    else counts.recorded++
  }

  return {
    write,
    findRefusal: (userId, checks) => chooseQueue(userId).gatherer.findRefusal(userId, checks),
    async stop() {
      await Promise.all([mainQueue.stop(), isolatedQueue.stop()])
      await lateQueue.stop()
      failureLog.flush()
      retryLog.flush()
    },
    get stats() {
      return { ...counts, waiting: queues.reduce((sum, it) => sum + it.gatherer.waiting, 0) }
    },
  }
}

const getOwner = (check: PendingCheck) => check.userId
