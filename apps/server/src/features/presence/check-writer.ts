import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../rpc/unexpected.ts'
import { createCheckConnection } from './check-connection.ts'
import { createGatherer } from './gather.ts'
import type { CheckOutcome, PendingCheck } from './pending-check.ts'
import { writeBatch } from './write-batch.ts'
import { writeOrRetry } from './write-or-retry.ts'

type Options = {
  readonly db: Pick<Database, 'pool'>
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  readonly mostInBatch?: number
  readonly mostWaiting?: number
}

export type CheckWriterStats = {
  /** Transactions that committed, and the checks in them. */
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
   * Resolves when the check is committed and on disk, or refused by what the database says. Rejects with
   * SERVICE_UNAVAILABLE when too many wait or the database stays away; sending the same check again is safe.
   */
  write(check: PendingCheck): Promise<CheckOutcome>
  /** Writes what waits, takes nothing more, and closes the connection. */
  stop(): Promise<void>
  readonly stats: CheckWriterStats
}

/**
 * Writes checks to the log, the state, the visits and the feed: many of them in one transaction, those that came while
 * the one before was being written. Any number of writers, in any number of nodes, may serve one database: what keeps
 * them right is the lock on the rows of state, nothing in memory. Within a writer one transaction at a time: two side by
 * side took a sixth more of the processors for every check and recorded no more of them.
 */
export function createCheckWriter({
  db,
  log,
  mostInBatch = 2_000,
  mostWaiting = 20_000,
}: Options): CheckWriter {
  const url = db.pool.options.connectionString
  if (!url) throw new Error('The check writer needs the connection string of the pool')
  const connection = createCheckConnection(url, error =>
    log.warn({ err: error }, 'Check writer: connection lost'),
  )
  const counts = { batches: 0, recorded: 0, repeated: 0, refused: 0, failed: 0, retries: 0 }
  const deps = {
    write: async (checks: readonly PendingCheck[]) => {
      const outcomes = await connection.run(client => writeBatch(client, checks))
      counts.batches++
      return outcomes
    },
    isLost: (error: unknown) => connection.lost || isDatabaseUnavailable(error),
    onRetry(error: unknown, attempt: number) {
      counts.retries++
      log.warn({ err: error, attempt }, 'Check writer: writing the batch again')
    },
  }
  const gatherer = createGatherer({
    mostInBatch,
    mostWaiting,
    async write(checks: PendingCheck[]) {
      const outcomes = await writeOrRetry(deps, checks)
      for (const outcome of outcomes) count(outcome)
      return outcomes
    },
  })

  function count(outcome: CheckOutcome | Error): void {
    if (outcome instanceof Error) {
      counts.failed++
      log.error({ err: outcome }, 'Check writer: a check could not be written')
    } else if (outcome.kind === 'refused') counts.refused++
    else if (outcome.repeated) counts.repeated++
    else counts.recorded++
  }

  return {
    write: gatherer.add,
    async stop() {
      await gatherer.stop()
      await connection.end()
    },
    get stats() {
      return { ...counts, waiting: gatherer.waiting }
    },
  }
}
