import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'
import { createGatheredLog } from '../lib/gathered-log.ts'
import { executeIn } from './execute-in.ts'
import { openTriedQueue } from './tried-queue.ts'

/** Which mail is to go to which address. No link and no token: they are made when it is sent. */
export type MailOrder = {
  readonly kind:
    | 'reset-password'
    | 'confirm-email'
    | 'already-registered'
    | 'invitation'
    | 'two-step-reset'
    | 'data-download'
    | 'passkey-added'
    | 'email-change-confirm'
    | 'email-change-notice'
    | 'report'
  readonly email: string
  /** The id of the change, for mails about a change of the address. */
  readonly changeId?: string
  /** The id of the delivery, for reports. */
  readonly deliveryId?: string
}

/** Sends what was ordered; rejects when it is to be tried again. */
export type MailWork = (order: MailOrder, orderedAt: Date) => Promise<void>

export type MailQueue = {
  /** Orders a mail; with `tx` when and only when that commits (a transaction of the owner). Resolves when it is written down. */
  add(order: MailOrder, tx?: Tx): Promise<void>
  /** Says who sends, all kinds or one of them; to be called before the jobs start. */
  onOrder(work: MailWork, kind?: MailOrder['kind']): void
}

const QUEUE = 'mail'
const HOUR = 3_600
/** Mails that a node sends at the same time. While as many wait, the next follow at once. */
const BATCH = 8

/** How long (ms) a mail is waited for, less than a batch has: else all of it would be sent again. */
const PATIENCE_MS = 100_000

/** Whoever asked for a mail waits for it: those of a file of new people go behind, and scheduled reports. */
const priorityOf = ({ kind }: MailOrder) => (kind === 'invitation' || kind === 'report' ? 0 : 1)

/** Who sends which kind of mail. */
export function createMailWorks() {
  const ofKind = new Map<MailOrder['kind'] | undefined, MailWork>()
  return {
    onOrder: (work: MailWork, kind?: MailOrder['kind']) => void ofKind.set(kind, work),
    carryOut: async (order: MailOrder, orderedAt: Date) =>
      (ofKind.get(order.kind) ?? ofKind.get(undefined))?.(order, orderedAt),
  }
}

/** For about an hour, by tries further and further apart. An address is not kept longer than that needs. */
const options = {
  retryLimit: 8,
  expireInSeconds: 120,
  deleteAfterSeconds: HOUR,
}

/** The orders of mail as jobs in the database: they survive the node that took them, and any node may send. */
export function createMailQueue(log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  let queue: PgBoss | undefined
  const works = createMailWorks()

  const sender: MailQueue = {
    async add(order, tx) {
      if (!queue) throw new Error('The jobs are not started')
      const priority = priorityOf(order)
      await queue.send(QUEUE, order, { priority, ...(tx && { db: { executeSql: executeIn(tx) } }) })
    },
    onOrder: works.onOrder,
  }

  return {
    ...sender,
    /** Begins to take and carry out orders. To be called by startJobs. */
    async workOn(boss: PgBoss, pollSeconds: number, patienceMs = PATIENCE_MS): Promise<void> {
      const givenUp = await openTriedQueue(boss, QUEUE, options)
      const polling = { pollingIntervalSeconds: pollSeconds }
      const taking = {
        ...polling,
        batchSize: BATCH,
        burstWhenBatchFull: true,
        perJobResults: true,
        includeMetadata: true,
      } as const
      const problems = createGatheredLog(log, 'warn', 'Mail could not be sent yet')
      const trySending = async ({ id, data, createdOn, retryCount }: JobWithMetadata<MailOrder>) => {
        try {
          await Promise.race([works.carryOut(data, createdOn), late(patienceMs)])
          return { id, status: 'completed' as const }
        } catch (error) {
          problems.add({ err: error, kind: data.kind, tries: retryCount + 1 })
          return { id, status: 'failed' as const }
        }
      }
      await boss.work<MailOrder, unknown, typeof taking>(QUEUE, taking, jobs =>
        Promise.all(jobs.map(trySending)),
      )
      await boss.work<MailOrder>(givenUp, polling, async ([job]) => {
        log.error({ kind: job?.data.kind }, 'Mail was given up after an hour of tries')
      })
      queue = boss
    },
  }
}

async function late(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`It was not sent within ${ms / 1_000} seconds`)
}
