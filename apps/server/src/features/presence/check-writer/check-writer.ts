import type { ORPCError } from '@orpc/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { createGatheredLog } from '../../../lib/gathered-log.ts'
import { createOncePer } from '../../../lib/once-per.ts'
import { isDatabaseUnavailable } from '../../../rpc/unexpected.ts'
import { createCheckConnection } from './check-connection.ts'
import { createGatherer } from './gather.ts'
import type { CheckOutcome, LateCheck, PendingCheck } from './pending-check.ts'
import { writeBatch } from './write-batch.ts'
import { writeLate } from './write-late.ts'
import { writeOrRetry } from './write-or-retry.ts'

type Options = {
  readonly db: Pick<Database, 'pool' | 'storing'>
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** A batch is committed, and the feed has something new. */
  readonly onWritten?: () => void
  readonly mostInBatch?: number
  readonly mostWaiting?: number
  readonly mostWaitMs?: number
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
   * SERVICE_UNAVAILABLE when too many wait, would wait for long or the database stays away, TOO_MANY_REQUESTS when too many of the person's own do;
   * sending the same check again is safe.
   */
  write(check: PendingCheck): Promise<CheckOutcome>
  /** Why so many more checks of the person may not wait, if so: then none of them need be tried. */
  refusalOf(userId: string, checks: number): ORPCError<string, unknown> | undefined
  /** Writes what waits, takes nothing more, and closes the connection. */
  stop(): Promise<void>
  readonly stats: CheckWriterStats
}

/** How many checks of one person a batch takes: others wait for the batch before theirs, in which each zone of somebody in hundreds is a row of its own. */
export const MOST_OF_ONE = 64
/** What one person may take of the checks that wait. */
const SHARE_OF_QUEUE = 1 / 10

/** How long (ms) a check may be expected to wait: a phone gives up after ten seconds, and keeps the check for later. */
const MOST_WAIT_MS = 6_000

/** Late checks of one transaction: for each of their senders the log is read. */
const MOST_LATE = 500
const MOST_LATE_OF_ONE = 125

/** How long (ms) somebody's checks are written apart after one of them could not be written. */
const CULPRIT_MS = 60_000

/**
 * Writes checks to the log, the state, the visits and the feed: many of them in one transaction, those that came while
 * the one before was being written. Any number of writers, in any number of nodes, may serve one database: what keeps
 * them right is the lock on the rows of state, nothing in memory. Within a writer one transaction at a time: two side by
 * side took a sixth more of the processors for every check and recorded no more of them.
 */
export function createCheckWriter({
  db,
  log,
  onWritten = () => undefined,
  mostInBatch = 2_000,
  mostWaiting = 20_000,
  mostWaitMs = MOST_WAIT_MS,
}: Options): CheckWriter {
  const { connectionString } = db.pool.options
  if (!connectionString) throw new Error('The check writer needs the connection string of the pool')
  const databaseUrl: string = connectionString
  const failures = createGatheredLog(log, 'error', 'Check writer: checks could not be written')
  const retries = createGatheredLog(log, 'warn', 'Check writer: batches were written again')
  const counts = { batches: 0, recorded: 0, repeated: 0, refused: 0, failed: 0, retries: 0 }
  const culprits = createOncePer(CULPRIT_MS)

  function createQueue(writeChecks: typeof writeBatch, most: number, mostOfOne = MOST_OF_ONE) {
    const connection = createCheckConnection(databaseUrl, error =>
      log.warn({ err: error }, 'Check writer: connection lost'),
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
      ownerOf,
      onCulprit: culprits.remember,
      onRetry(error: unknown) {
        counts.retries++
        retries.add({ err: error })
      },
    }
    const gatherer = createGatherer({
      ownerOf,
      mostInBatch: most,
      mostWaiting,
      mostWaitMs,
      mostOfOneInBatch: mostOfOne,
      mostOfOneWaiting: Math.ceil(mostWaiting * SHARE_OF_QUEUE),
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

  const queue = createQueue(writeBatch, mostInBatch)
  /** For those whose checks could not be written lately: nobody else waits while theirs are tried one by one. */
  const apart = createQueue(writeBatch, mostInBatch)

  /** For checks that came late: the visits around them are told anew, and nobody whose checks come in order waits for that. */
  const late = createQueue(writeLate, Math.min(mostInBatch, MOST_LATE), MOST_LATE_OF_ONE)

  const queues = [queue, apart, late]

  const queueOf = (userId: string) => (culprits.isNew(userId) ? queue : apart)

  const write = (check: PendingCheck): Promise<CheckOutcome> =>
    queueOf(check.userId)
      .gatherer.add(check)
      .then(outcome => (outcome.kind === 'late' ? writeApart(check) : outcome))

  async function writeApart(check: PendingCheck): Promise<CheckOutcome> {
    for (;;) {
      const outcome = await late.gatherer.add(check)
      if (outcome.kind !== 'late') return outcome
    }
  }

  function count(outcome: CheckOutcome | LateCheck | Error): void {
    if (outcome instanceof Error) {
      counts.failed++
      failures.add({ err: outcome })
    } else if (outcome.kind === 'late') return
    else if (outcome.kind === 'refused') counts.refused++
    else if (outcome.repeated) counts.repeated++
    else counts.recorded++
  }

  return {
    write,
    refusalOf: (userId, checks) => queueOf(userId).gatherer.refusalOf(userId, checks),
    async stop() {
      await Promise.all([queue.stop(), apart.stop()])
      await late.stop()
      failures.flush()
      retries.flush()
    },
    get stats() {
      return { ...counts, waiting: queues.reduce((sum, it) => sum + it.gatherer.waiting, 0) }
    },
  }
}

const ownerOf = (check: PendingCheck) => check.userId
