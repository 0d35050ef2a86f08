import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../../app/env.ts'
import type { Database } from '../../db/database.ts'
import type { Mailer } from '../../lib/mail.ts'
import type { FeedEntry } from '../../live/entry.ts'
import type { FeedListener } from '../../live/reader.ts'
import { alertMail } from './alert-mail.ts'
import {
  type Delivery,
  type Outcome,
  settleDelivery,
  takeDeliveries,
  workOffOrder,
} from './deliveries.queries.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly mailer: Pick<Mailer, 'send'>
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
])

/**
 * Carries out what was written down for people: the alerts of events that concern many, and what goes out by mail. This node hears of
 * news by its feed; the clock calls `catchUp` every minute for what was missed. Each step is a transaction, and what a node that died
 * had taken comes back.
 */
export function createAlertWorker({ db, mailer, env, log }: Deps) {
  const stopping = new AbortController()
  let isNews = false
  let running: Promise<void> | undefined

  async function workOff(): Promise<void> {
    while (!stopping.signal.aborted && (await db.asOwner(WHY, workOffOrder)));
    for (;;) {
      if (stopping.signal.aborted) return
      const taken = await db.asOwner(WHY, tx => takeDeliveries(tx, BATCH))
      await Promise.all(taken.map(deliver))
      if (taken.length < BATCH) return
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const outcome = await tryDelivery(delivery).catch(error => afterFailure(delivery, error))
    await db.asOwner(WHY, tx => settleDelivery(tx, delivery, outcome))
  }

  async function tryDelivery(delivery: Delivery): Promise<Outcome> {
    const { email, is_read: isRead } = delivery
    // Read meanwhile, or no way to go: nobody needs it any more.
    if (isRead || !env.SMTP_URL || !email) return { state: 'skipped' }
    await mailer.send(alertMail({ ...delivery, email }, env.PUBLIC_URL))
    return { state: 'sent' }
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
