import type { FastifyBaseLogger } from 'fastify'
import type { Database, OwnerTx, Tx } from '../../db/database.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'
import {
  type Channel,
  type Delivery,
  finishDeliveries,
  isUrgent,
  type Outcome,
  type SettledDelivery,
  takeDeliveries,
  type Urgency,
  urgencies,
} from './deliveries.queries.ts'

type Deliver = (delivery: Delivery) => Promise<Outcome>
type Options = {
  readonly db: Pick<Database, 'asOwner'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly channel: Channel
  readonly concurrency: number
  /**
   * Slots that less urgent deliveries leave free, so that these start even if all others hang: `help` for calls for help, `urgent` for
   * them and other urgent ones.
   */
  readonly reserved: { readonly help: number; readonly urgent: number }
  /**
   * Runs in the claiming transaction. The returned function rejects to be retried, and must time out within the minute of a claim.
   */
  readonly prepare: (tx: OwnerTx, deliveries: readonly Delivery[]) => Promise<Deliver>
}

const OWNER_REASON = 'alerts go to everybody'
const MAX_ATTEMPTS = 6
/** Milliseconds before the second attempt. The pause doubles each time. */
const FIRST_RETRY_DELAY_MS = 15_000
/** About how long (ms) writing an outcome takes. The pause of a postponed delivery begins only then. */
const SETTLE_DURATION_MS = 500
/** Time (ms) for which `stop` waits for deliveries in progress. The rest become due again a minute after they were claimed. */
const STOP_TIMEOUT_MS = 2_000

/**
 * When one ends, the next most urgent is claimed, so none waits for the slowest. Outcomes that arrive during a transaction are
 * written with the next.
 */
export function createDeliveryPool({ db, log, channel, concurrency, reserved, prepare }: Options) {
  /** Maximum deliveries of an urgency and of the less urgent ones. */
  const mostByUrgency: Record<Urgency, number> = {
    help: concurrency,
    urgent: concurrency - reserved.help,
    ordinary: concurrency - reserved.urgent,
  }
  const completionsByDelivery = new Map<Delivery, Promise<void>>()
  let settledDeliveries: SettledDelivery[] = []
  let pumpRun: Promise<void> | undefined
  let isDue = false
  let isStopped = false

  function wake(): void {
    if (isStopped) return
    isDue = true
    pumpRun ??= pump()
      .catch(error =>
        withoutOutages(log).warn({ err: error, channel }, 'Alerts could not be sent, and are tried again'),
      )
      .finally(() => {
        pumpRun = undefined
        // `wake` was called after the loop had ended.
        if (isDue) wake()
      })
  }

  async function pump(): Promise<void> {
    while (isDue) {
      isDue = false
      await settle()
      const preparedDeliveries = await db.asOwner(OWNER_REASON, async tx => {
        const deliveries = isStopped ? [] : await takeNext(tx)
        if (deliveries.length === 0) return []
        const deliver = await prepare(tx, deliveries)
        return deliveries.map(delivery => ({ delivery, deliver }))
      })
      for (const { delivery, deliver } of preparedDeliveries) startDelivery(delivery, deliver)
      // There may be more: a query scans a limited number of rows, which one person may fill.
      if (preparedDeliveries.length > 0) isDue = true
    }
  }

  /** Writes the outcomes in a short transaction of their own. */
  async function settle(): Promise<void> {
    if (settledDeliveries.length === 0) return
    const batch = settledDeliveries
    settledDeliveries = []
    try {
      await db.asOwner(OWNER_REASON, tx => finishDeliveries(tx, batch))
    } catch (error) {
      if (!isDataError(error)) {
        settledDeliveries = [...batch, ...settledDeliveries]
        throw error
      }
      log.warn({ err: error, channel }, 'Outcomes could not be written; their deliveries are tried again')
    }
  }

  async function takeNext(tx: Tx): Promise<Delivery[]> {
    const inProgress = [...completionsByDelivery.keys()]
    const claimedDeliveries: Delivery[] = []
    for (const [level, urgency] of urgencies.entries()) {
      const busy = inProgress.filter(it => it.urgency === urgency).map(it => it.user_id)
      const sameOrLess = inProgress.filter(it => urgencies.indexOf(it.urgency) >= level).length
      const limit = Math.min(
        concurrency - inProgress.length - claimedDeliveries.length,
        mostByUrgency[urgency] - sameOrLess,
      )
      if (limit > 0) claimedDeliveries.push(...(await takeDeliveries(tx, { channel, urgency, limit, busy })))
    }
    return claimedDeliveries
  }

  function startDelivery(delivery: Delivery, deliver: Deliver): void {
    const completion = deliver(delivery)
      .catch(error => toFailureOutcome(delivery, error))
      .then(outcome => {
        completionsByDelivery.delete(delivery)
        settledDeliveries.push({ delivery, outcome })
        wake()
        // The scheduler wakes the pool once a minute, which is too late for an urgent delivery that was postponed by seconds.
        if (isUrgent(delivery) && outcome.state === 'postponed')
          setTimeout(wake, outcome.againMs + SETTLE_DURATION_MS).unref()
      })
    completionsByDelivery.set(delivery, completion)
  }

  /** Resolves when no delivery is in progress or due. */
  async function waitUntilIdle(): Promise<void> {
    while (pumpRun || completionsByDelivery.size > 0)
      await Promise.all([pumpRun, ...completionsByDelivery.values()])
  }

  return {
    /** Starts due deliveries without waiting for them. */
    wake,
    idle: waitUntilIdle,
    async stop(): Promise<void> {
      isStopped = true
      await Promise.race([
        waitUntilIdle(),
        new Promise(resolve => setTimeout(resolve, STOP_TIMEOUT_MS).unref()),
      ])
      await settle()
    },
  }
}

/** True if PostgreSQL rejects a value (SQLSTATE class 22), so that a retry cannot help. */
const isDataError = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('22')

function toFailureOutcome({ attempts }: Delivery, error: unknown): Outcome {
  const problem = error instanceof Error ? error.message : 'It could not be sent'
  return attempts >= MAX_ATTEMPTS
    ? { state: 'failed', problem }
    : { state: 'waiting', problem, againMs: FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1) }
}
