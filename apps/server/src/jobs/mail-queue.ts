import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../db/database.ts'
import { createWorkQueue } from './work-queue.ts'

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

/** The orders of mail. */
export function createMailQueue(log: Pick<FastifyBaseLogger, 'warn' | 'error'>, patienceMs = PATIENCE_MS) {
  const works = createMailWorks()
  const { add, workOn } = createWorkQueue<MailOrder>(log, {
    name: 'mail',
    // For about an hour. An address is not kept longer than that needs.
    queue: { retryLimit: 8, expireInSeconds: 120, deleteAfterSeconds: 3_600 },
    // While as many wait, the next follow at once.
    batchSize: 8,
    // Somebody waits for it.
    noticedIn: 1,
    perform: ({ data, createdOn }) => Promise.race([works.carryOut(data, createdOn), late(patienceMs)]),
    failed: 'Mail could not be sent yet',
    givenUp: 'Mail was given up after an hour of tries',
    factsOf: ({ kind }) => ({ kind }),
  })
  const orders: MailQueue = {
    add: (order, tx) => add([{ data: order, priority: priorityOf(order) }], tx),
    onOrder: works.onOrder,
  }
  return { ...orders, workOn }
}

async function late(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`It was not sent within ${ms / 1_000} seconds`)
}
