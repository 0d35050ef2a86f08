import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../db/database.ts'
import { createWorkQueue } from './work-queue.ts'

/** The kind of mail and its address. Links and tokens are created when it is sent. */
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

/** Sends an ordered mail; rejects for a retry. */
export type MailWork = (order: MailOrder, orderedAt: Date) => Promise<void>

export type MailQueue = {
  /** Orders a mail; with `tx` when and only when that commits (a transaction of the owner). Resolves once it is stored. */
  add(order: MailOrder, tx?: Tx): Promise<void>
  /** Registers the sender of all kinds or one of them; must be called before the jobs start. */
  onOrder(work: MailWork, kind?: MailOrder['kind']): void
}

/** Timeout (ms) of a mail, less than that of a batch: otherwise the whole batch would be sent again. */
const PATIENCE_MS = 100_000

/** People wait for a mail they requested: those of an import of people come later, and so do scheduled reports. */
const toPriority = ({ kind }: MailOrder) => (kind === 'invitation' || kind === 'report' ? 0 : 1)

/** Maps kinds of mail to their senders. */
export function createMailWorks() {
  const ofKind = new Map<MailOrder['kind'] | undefined, MailWork>()
  return {
    onOrder: (work: MailWork, kind?: MailOrder['kind']) => void ofKind.set(kind, work),
    carryOut: async (order: MailOrder, orderedAt: Date) =>
      (ofKind.get(order.kind) ?? ofKind.get(undefined))?.(order, orderedAt),
  }
}

/** The orders of mail. */
export function createMailQueue(log: Pick<FastifyBaseLogger, 'warn' | 'error'>, patienceMs = PATIENCE_MS) {
  const works = createMailWorks()
  const { add, workOn } = createWorkQueue<MailOrder>(log, {
    name: 'mail',
    // Retries for about an hour. Addresses are not stored longer than that.
    queue: { retryLimit: 8, expireInSeconds: 120, deleteAfterSeconds: 3_600 },
    // With a full batch waiting, the next follows at once.
    batchSize: 8,
    // Somebody is waiting for it.
    noticedIn: 1,
    perform: ({ data, createdOn }) => Promise.race([works.carryOut(data, createdOn), late(patienceMs)]),
    failed: 'Mail could not be sent yet',
    givenUp: 'Mail was given up after an hour of tries',
    toFacts: ({ kind }) => ({ kind }),
  })
  const orders: MailQueue = {
    add: (order, tx) => add([{ data: order, priority: toPriority(order) }], tx),
    onOrder: works.onOrder,
  }
  return { ...orders, workOn }
}

async function late(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`It was not sent within ${ms / 1_000} seconds`)
}
