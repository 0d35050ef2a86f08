import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../../app/env.ts'
import type { Database } from '../../db/database.ts'
import type { Mailer } from '../../lib/mail.ts'
import type { FeedEntry } from '../../live/entry.ts'
import type { FeedListener } from '../../live/reader.ts'
import type { PushSender, SubscriptionRow } from '../push/index.ts'
import { alertMail, alertPath } from './alert-mail.ts'
import {
  type Delivery,
  type Outcome,
  settleDeliveries,
  skipMails,
  takeDeliveries,
  workOffOrder,
} from './deliveries.queries.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly mailer: Pick<Mailer, 'send'>
  readonly push: Pick<PushSender, 'send' | 'subscriptionsOf'>
  readonly env: Pick<Env, 'SMTP_URL' | 'PUBLIC_URL'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

const WHY = 'alerts go to everybody'
/** Deliveries that one node makes at the same time. */
const BATCH = 32
const TRIES = 6
/** Milliseconds before the second try; each further one waits twice as long. */
const FIRST_PAUSE = 15_000
/** What comes together is worked off together. */
const GATHER_MS = 50
const heard: ReadonlySet<string> = new Set([
  'alert.added',
  'hazard.reported',
  'hazard.changed',
  'broadcast.changed',
  'documents.changed',
])

/**
 * Carries out what was written down for people: the alerts of events that concern many, their pushes and mails. This node hears of
 * news by its feed; the clock calls `catchUp` every minute for what was missed. Each step is a transaction, and what a node that died
 * had taken comes back.
 */
export function createAlertWorker({ db, mailer, push, env, log }: Deps) {
  const stopping = new AbortController()
  let isNews = false
  let running: Promise<void> | undefined

  async function workOff(): Promise<void> {
    while (!stopping.signal.aborted && (await db.asOwner(WHY, workOffOrder)));
    if (!env.SMTP_URL) await db.asOwner(WHY, skipMails)
    for (;;) {
      if (stopping.signal.aborted) return
      const taken = await db.asOwner(WHY, tx => takeDeliveries(tx, BATCH))
      if (taken.length > 0) await deliver(taken)
      if (taken.length < BATCH) return
    }
  }

  async function deliver(taken: readonly Delivery[]): Promise<void> {
    const pushed = taken.flatMap(it => (it.channel === 'push' ? it.user_id : []))
    const subscriptions = await db.asOwner(WHY, tx => push.subscriptionsOf(tx, pushed))
    const settled = await Promise.all(
      taken.map(async delivery => {
        const own = subscriptions.filter(it => it.user_id === delivery.user_id)
        const outcome = await tryDelivery(delivery, own).catch(error => afterFailure(delivery, error))
        return { delivery, outcome }
      }),
    )
    await db.asOwner(WHY, tx => settleDeliveries(tx, settled))
  }

  async function tryDelivery(delivery: Delivery, own: readonly SubscriptionRow[]): Promise<Outcome> {
    // Read meanwhile: nobody needs it any more.
    if (delivery.was_read) return { state: 'skipped' }
    return delivery.channel === 'push' ? sendPush(delivery, own) : sendMail(delivery)
  }

  async function sendMail(delivery: Delivery): Promise<Outcome> {
    const { email } = delivery
    if (!email) return { state: 'skipped' }
    await mailer.send(alertMail({ ...delivery, email }, env.PUBLIC_URL))
    return { state: 'sent' }
  }

  /** To each device of the person; one that took it is enough. */
  async function sendPush(delivery: Delivery, own: readonly SubscriptionRow[]): Promise<Outcome> {
    const { title, description: body, metadata, unread } = delivery
    const notice = {
      title,
      body,
      url: `#${alertPath(delivery)}`,
      tag: metadata.broadcastId ?? metadata.hazardId ?? delivery.alert_id,
      urgency: metadata.urgent ? ('high' as const) : ('normal' as const),
      badge: unread,
    }
    const outcomes = await Promise.all(own.map(subscription => push.send(subscription, notice)))
    if (outcomes.includes('sent')) return { state: 'sent' }
    if (outcomes.includes('later')) throw new Error('The push service did not take it')
    return outcomes.includes('refused')
      ? { state: 'failed', problem: 'The push service refused it' }
      : { state: 'skipped' }
  }

  async function run(): Promise<void> {
    while (isNews && !stopping.signal.aborted) {
      await sleep(GATHER_MS, undefined, { ref: false })
      isNews = false
      await workOff().catch(error =>
        log.warn({ err: error }, 'Alerts could not be worked off, and are tried again'),
      )
    }
    running = undefined
  }

  const listener: FeedListener = {
    onEvents(entries: readonly FeedEntry[]) {
      if (!entries.some(({ kind }) => heard.has(kind))) return
      isNews = true
      running ??= run()
    },
  }
  return {
    listener,
    catchUp: workOff,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function afterFailure({ attempts }: Delivery, error: unknown): Outcome {
  const problem = error instanceof Error ? error.message : 'It could not be sent'
  return attempts >= TRIES
    ? { state: 'failed', problem }
    : { state: 'waiting', problem, againMs: FIRST_PAUSE * 2 ** (attempts - 1) }
}
