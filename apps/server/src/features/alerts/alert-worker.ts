import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Mailer } from '../../lib/mail.ts'
import type { FeedEntry } from '../../live/entry.ts'
import type { FeedListener } from '../../live/reader.ts'
import type { Env } from '../../platform/env.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'
import type { PushSender, SubscriptionRow } from '../push/index.ts'
import { alertMail, alertPath } from './alert-mail.ts'
import {
  type Delivery,
  hasWork,
  isUrgent,
  type Outcome,
  processOrder,
  skipMails,
} from './deliveries.queries.ts'
import { createDeliveryPool } from './delivery-pool.ts'

type Deps = {
  readonly db: Pick<Database, 'asOwner'>
  readonly mailer: Pick<Mailer, 'send'>
  readonly push: Pick<PushSender, 'send' | 'listSubscriptions' | 'admit'>
  readonly env: Pick<Env, 'SMTP_URL' | 'PUBLIC_URL'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

const OWNER_REASON = 'alerts go to everybody'
/** Push services usually answer within a second, while mail servers limit the number of connections per client. */
const pushLimits = { concurrency: 32, reserved: { help: 4, urgent: 8 } }
const mailLimits = { concurrency: 12, reserved: { help: 2, urgent: 4 } }
/**
 * Milliseconds; less than the minute of a claim. Servers that scan content take half a minute, and an abandoned email arrives twice.
 */
const MAIL_TIMEOUT_MS = 50_000
/**
 * Maximum number of times a delivery to a paused push service is postponed. This takes about an hour, for urgent deliveries too,
 * which are retried sooner. The alert stays in the inbox.
 */
const MAX_POSTPONEMENTS = 60
const MAX_URGENT_POSTPONEMENTS = 720
/** Alert jobs that arrive within this time (ms) are run together. */
const BATCH_DELAY_MS = 50
/** Time (ms) before alert jobs are looked for: alerts for many people have no event of their own before their job has run. */
const LOOK_DELAY_MS = 1_000
const triggeringEvents: ReadonlySet<string> = new Set([
  'alert.added',
  'hazard.reported',
  'hazard.changed',
  'broadcast.changed',
  'documents.changed',
  'emergency.changed',
  'emergency.progress',
])

/**
 * The node's feed wakes the worker; `catchUp` runs every minute for anything missed. Push and email have separate pools. Deliveries
 * of a node that died become due again. They are rows, not jobs: one statement writes thousands, urgent ones are sent at once, and
 * the alert's current state decides whether to send.
 */
export function createAlertWorker({ db, mailer, push, env, log }: Deps) {
  const stopController = new AbortController()
  let hasNewAlerts = false
  let currentRun: Promise<void> | undefined
  /** The failures of alert jobs since the last `catchUp`, by job. */
  const orderFailures = new Map<string, number>()
  let lookTimer: ReturnType<typeof setTimeout> | undefined
  let currentLook: Promise<void> | undefined

  const pushPool = createDeliveryPool({
    db,
    log,
    channel: 'push',
    ...pushLimits,
    async prepare(tx, deliveries) {
      const subscriptions = await push.listSubscriptions(tx, [...new Set(deliveries.map(it => it.user_id))])
      return async delivery => {
        const ownSubscriptions = subscriptions.filter(it => it.user_id === delivery.user_id)
        return isDeliverable(delivery) ? sendPush(delivery, ownSubscriptions) : { state: 'skipped' }
      }
    },
  })
  const mailPool = createDeliveryPool({
    db,
    log,
    channel: 'mail',
    ...mailLimits,
    prepare: async () => async delivery =>
      isDeliverable(delivery) ? sendMail(delivery) : { state: 'skipped' },
  })

  async function sendMail(delivery: Delivery): Promise<Outcome> {
    const { email } = delivery
    if (!email) return { state: 'skipped' }
    await mailer.send(alertMail({ ...delivery, email }, env.PUBLIC_URL), MAIL_TIMEOUT_MS)
    return { state: 'sent' }
  }

  /**
   * One success is enough, but an urgent delivery is retried for devices whose push service is paused: the laptop must not keep it
   * from the phone. If nothing was sent, throws after a temporary failure; otherwise postpones it.
   */
  async function sendPush(delivery: Delivery, subscriptions: readonly SubscriptionRow[]): Promise<Outcome> {
    const { title, description: body, metadata, unread, devices } = delivery
    const urgent = isUrgent(delivery)
    const targetSubscriptions = devices ? subscriptions.filter(it => devices.includes(it.id)) : subscriptions
    const notice = {
      title,
      body,
      url: `#${alertPath(delivery)}`,
      tag: toTag(delivery),
      ...(metadata.emergencyId && metadata.endedAt && { ends: toEmergencyTag(metadata.emergencyId) }),
      urgency: metadata.urgent ? ('high' as const) : ('normal' as const),
      badge: unread,
    }
    const pausedSubscriptions: { id: string; pauseMs: number }[] = []
    const outcomes = await Promise.all(
      targetSubscriptions.map(subscription => {
        const pauseMs = push.admit(subscription, urgent)
        if (pauseMs === 0) return push.send(subscription, notice)
        pausedSubscriptions.push({ id: subscription.id, pauseMs })
        return 'paused' as const
      }),
    )
    const retryMs = Math.min(...pausedSubscriptions.map(it => it.pauseMs))
    const wasSent = outcomes.includes('sent')
    if (wasSent && urgent && pausedSubscriptions.length > 0)
      return toPostponedOutcome(
        delivery,
        retryMs,
        pausedSubscriptions.map(it => it.id),
      )
    if (wasSent) return { state: 'sent' }
    if (outcomes.includes('later')) throw new Error('The push service did not take it')
    if (pausedSubscriptions.length > 0) return toPostponedOutcome(delivery, retryMs)
    return outcomes.includes('refused')
      ? { state: 'failed', problem: 'The push service refused it' }
      : { state: 'skipped' }
  }

  function wakePools(): void {
    pushPool.wake()
    if (env.SMTP_URL) mailPool.wake()
  }

  /** Runs all queued alert jobs. One that fails is tried three times, and delays no other. */
  async function processOrders(): Promise<void> {
    const countFailures = () => orderFailures.values().reduce((sum, count) => sum + count, 0)
    while (!stopController.signal.aborted) {
      const failuresBefore = countFailures()
      try {
        if (!(await db.asOwner(OWNER_REASON, tx => processOrder(tx, orderFailures)))) return
      } catch (error) {
        // Without a job to blame, the database could not be asked.
        if (countFailures() === failuresBefore) throw error
        withoutOutages(log).warn(
          { err: error },
          'Alerts for many people could not be written, and are tried again',
        )
      }
      wakePools()
    }
  }

  async function processAlerts(): Promise<void> {
    wakePools()
    await processOrders()
    if (!env.SMTP_URL) await db.asOwner(OWNER_REASON, skipMails)
  }

  async function run(): Promise<void> {
    while (hasNewAlerts && !stopController.signal.aborted) {
      await sleep(BATCH_DELAY_MS, undefined, { ref: false })
      hasNewAlerts = false
      await processAlerts().catch(error =>
        withoutOutages(log).warn({ err: error }, 'Alerts could not be worked off, and are tried again'),
      )
    }
    currentRun = undefined
  }

  function start(): void {
    hasNewAlerts = true
    currentRun ??= run()
  }

  /** Starts a run if anything is due. One statement instead of a run, because a busy feed makes this happen every second. */
  async function look(): Promise<void> {
    try {
      if (await db.asOwner(OWNER_REASON, hasWork)) start()
    } catch (error) {
      withoutOutages(log).warn({ err: error }, 'Alerts could not be looked for, and are in a minute')
    }
  }

  const listener: FeedListener = {
    onEvents(entries: readonly FeedEntry[]) {
      if (entries.some(({ kind }) => triggeringEvents.has(kind))) {
        wakePools()
        start()
      } else
        lookTimer ??= setTimeout(() => {
          lookTimer = undefined
          currentLook = look()
        }, LOOK_DELAY_MS).unref()
    },
  }
  return {
    listener,
    /** Runs queued alert jobs and starts due deliveries, without waiting for push notifications and emails to be sent. */
    async catchUp() {
      orderFailures.clear()
      await processAlerts()
    },
    /** Resolves when no delivery is in progress or due. */
    idle: () => Promise.all([pushPool.idle(), mailPool.idle()]),
    async stop() {
      stopController.abort()
      clearTimeout(lookTimer)
      await currentLook
      await currentRun
      await Promise.all([pushPool.stop(), mailPool.stop()])
    },
  }
}

const toEmergencyTag = (emergencyId: string) => `emergency-${emergencyId}`

/** The call, its repetitions and the all clear of an emergency replace each other on the screen; what is about a person stands apart. */
function toTag({
  metadata: { broadcastId, hazardId, emergencyId, meaning, endedAt, personId },
  alert_id,
}: Delivery) {
  if (emergencyId === undefined) return broadcastId ?? hazardId ?? alert_id
  const tag = toEmergencyTag(emergencyId)
  return meaning === undefined || endedAt ? tag : `${tag}-${personId ?? alert_id}`
}

/** False once the person has read the alert or may no longer receive it. */
const isDeliverable = ({ was_read, concerns }: Delivery) => concerns && !was_read

/**
 * Returns the outcome when the push service does not answer: postponed, or failed after too many postponements. `devices` are those
 * still to be notified, if others already were.
 */
function toPostponedOutcome(delivery: Delivery, againMs: number, devices?: readonly string[]): Outcome {
  const postponement = { problem: 'The push service does not answer', ...(devices && { devices }) }
  return delivery.postponed >= (isUrgent(delivery) ? MAX_URGENT_POSTPONEMENTS : MAX_POSTPONEMENTS)
    ? { state: 'failed', ...postponement }
    : { state: 'postponed', ...postponement, againMs }
}
