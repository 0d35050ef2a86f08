import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../db/database.ts'
import { createWorkQueue } from './work-queue.ts'

/** An email to send: its kind and recipient. Links and tokens are created when it is sent. */
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
    | 'zone-invitation'
    | 'visit-invitation'
  readonly email: string
  /** The id of the change, for emails about a change of email address. */
  readonly changeId?: string
  /** The id of the delivery, for reports. */
  readonly deliveryId?: string
  /** The id of the invitation, for invitations to a zone. */
  readonly invitationId?: string
  /** When the invitation was made or last renewed (ISO): a renewed one is mailed by its newest order only. */
  readonly invitedAt?: string
  /** The id of the visit, for invitations of visitors. Their address is stored nowhere else. */
  readonly visitId?: string
}

/** The function that sends a queued email, which was requested at `orderedAt`. If it rejects, the queue retries the email. */
export type MailWork = (order: MailOrder, orderedAt: Date) => Promise<void>

export type MailQueue = {
  /** With `tx`, if and only if that owner transaction commits. Resolves once the email is stored in the queue. */
  add(order: MailOrder, tx?: Tx): Promise<void>
  /** Registers the sender for all kinds of email, or for one kind; must be called before the jobs start. */
  onOrder(work: MailWork, kind?: MailOrder['kind']): void
}

/** Shorter than the timeout (ms) of a batch, because otherwise the whole batch would be sent again. */
const WORK_TIMEOUT_MS = 100_000

/** People wait for an email they requested, so invitations from an import and scheduled reports come later. */
const toPriority = ({ kind }: MailOrder) =>
  kind === 'invitation' || kind === 'report' || kind === 'zone-invitation' || kind === 'visit-invitation'
    ? 0
    : 1

/** Creates the registry of senders by kind of email. A kind without its own sender uses the sender for all kinds. */
export function createMailHandlers() {
  const handlersByKind = new Map<MailOrder['kind'] | undefined, MailWork>()
  return {
    onOrder: (work: MailWork, kind?: MailOrder['kind']) => void handlersByKind.set(kind, work),
    carryOut: async (order: MailOrder, orderedAt: Date) =>
      (handlersByKind.get(order.kind) ?? handlersByKind.get(undefined))?.(order, orderedAt),
  }
}

export function createMailQueue(log: Pick<FastifyBaseLogger, 'warn' | 'error'>, timeoutMs = WORK_TIMEOUT_MS) {
  const handlers = createMailHandlers()
  const { add, workOn } = createWorkQueue<MailOrder>(log, {
    name: 'mail',
    // Retries for about an hour; email addresses are not stored longer than that.
    queue: { retryLimit: 8, expireInSeconds: 120, deleteAfterSeconds: 3_600 },
    // After a full batch, the next batch follows immediately.
    batchSize: 8,
    // Somebody is waiting for the email.
    noticedIn: 1,
    perform: ({ data, createdOn }) =>
      Promise.race([handlers.carryOut(data, createdOn), rejectAfter(timeoutMs)]),
    failed: 'Mail could not be sent yet',
    givenUp: 'Mail was given up after an hour of tries',
    toFacts: ({ kind }) => ({ kind }),
  })
  const mailQueue: MailQueue = {
    add: (order, tx) => add([{ data: order, priority: toPriority(order) }], tx),
    onOrder: handlers.onOrder,
  }
  return { ...mailQueue, workOn }
}

async function rejectAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(`It was not sent within ${ms / 1_000} seconds`)
}
