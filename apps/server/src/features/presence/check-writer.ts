import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { createCheckConnection } from './check-connection.ts'
import { createGatherer } from './gather.ts'
import type { CheckOutcome, PendingCheck } from './pending-check.ts'
import { writeBatch } from './write-batch.ts'
import { saysUnavailable, writeOrRetry } from './write-or-retry.ts'

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
 * them right is the lock on the rows of state, nothing in memory.
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

  function lane() {
    const connection = createCheckConnection(url as string, error =>
      log.warn({ err: error }, 'Check writer: connection lost'),
    )
    async function writeOnce(checks: readonly PendingCheck[]): Promise<CheckOutcome[]> {
      const outcomes = await connection.run(client => writeBatch(client, checks))
      counts.batches++
      return outcomes
    }

    async function write(checks: PendingCheck[]): Promise<(CheckOutcome | Error)[]> {
      const outcomes = await writeOrRetry(
        {
          write: writeOnce,
          isLost: error => connection.lost || saysUnavailable(error),
          onRetry(error, attempt) {
            counts.retries++
            log.warn({ err: error, attempt, checks: checks.length }, 'Check writer: writing the batch again')
          },
        },
        checks,
      )
      for (const outcome of outcomes) count(outcome)
      return outcomes
    }

    const gatherer = createGatherer({ write, mostInBatch, mostWaiting })
    return {
      add: gatherer.add,
      get waiting() {
        return gatherer.waiting
      },
      async stop() {
        await gatherer.stop()
        await connection.end()
      },
    }
  }

  function count(outcome: CheckOutcome | Error): void {
    if (outcome instanceof Error) {
      counts.failed++
      log.error({ err: outcome }, 'Check writer: a check could not be written')
    } else if (outcome.kind === 'refused') counts.refused++
    else if (outcome.repeated) counts.repeated++
    else counts.recorded++
  }

  const LN = Number(process.env.LANES ?? 2)
  const lanes = Array.from({ length: LN }, () => lane())
  return {
    write: check => (lanes[Number.parseInt(check.userId.slice(-4), 16) % LN] as any).add(check),
    async stop() {
      await Promise.all(lanes.map(l => l.stop()))
    },
    get stats() {
      return { ...counts, waiting: lanes.reduce((s, l) => s + l.waiting, 0) }
    },
  }
}
