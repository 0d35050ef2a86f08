import type { PushNotice } from '@muster/contract/push.ts'
import type { PushOutcome } from '@muster/domain/push.ts'
import { AnswerTimeoutError } from '../../lib/fetch-outside.ts'
import { postOutside } from '../../lib/post-outside.ts'
import type { FindAddresses } from '../../lib/public-address.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  deleteExpiredSubscription,
  listSubscriptions,
  noteSent,
  type SubscriptionRow,
} from './push.queries.ts'
import { createPushHostPauses } from './push-host-pauses.ts'
import { createPushRequest, type PushRequest } from './push-request.ts'
import { findEndpointProblem } from './require-subscription.ts'

type Deps = Pick<Platform, 'env' | 'vapidKeys' | 'log'> & {
  readonly db: Pick<Platform['db'], 'pool'>
  /** Replaces DNS lookups, for tests. */
  readonly find?: FindAddresses
  /** Timeout (ms) for a push service's response. */
  readonly patienceMs?: number
}

const RESPONSE_TIMEOUT_MS = 10_000

/** One attempt each, outside transactions; the caller stores notifications and retries those with outcome `later`. */
export function createPushSender({ db, env, vapidKeys, log, find, patienceMs = RESPONSE_TIMEOUT_MS }: Deps) {
  const allowPrivate = env.PUSH_ALLOW_PRIVATE
  const sender = { vapidKeys, subject: toSubject(env), appUrl: env.PUBLIC_URL }
  const pauses = createPushHostPauses()

  /** `timeout` if the push service did not respond in time, and undefined if it could not be reached. */
  async function post(address: string, request: PushRequest): Promise<number | 'timeout' | undefined> {
    try {
      const { status } = await postOutside({
        address,
        ...request,
        allowPrivate,
        patienceMs,
        maxBytes: 0,
        ...(find ? { find } : {}),
      })
      return status
    } catch (error) {
      log.debug({ err: error }, 'A push service could not be reached')
      // Other failures do not count as timeouts: they are immediate, and this server's own network may be the cause.
      return error instanceof AnswerTimeoutError ? 'timeout' : undefined
    }
  }

  return {
    listSubscriptions,
    /** Milliseconds until the push service may be tried after timeouts. If 0, the caller must call `send` now. */
    admit: ({ endpoint }: Pick<SubscriptionRow, 'endpoint'>, isUrgent: boolean): number =>
      pauses.admit(toHost(endpoint), isUrgent),
    /** `refused`, unattempted, if the URL is not allowed. Removes expired subscriptions. Logs the host only, never the full URL. */
    async send(subscription: SubscriptionRow, notice: PushNotice): Promise<PushOutcome> {
      const { id, endpoint } = subscription
      if (findEndpointProblem(endpoint, allowPrivate)) return 'refused'
      const request = createPushRequest(subscription, notice, sender)
      const host = toHost(endpoint)
      const endUrgent = notice.urgency === 'high' ? pauses.beginUrgent(host) : undefined
      const status = await post(endpoint, request)
      endUrgent?.()
      if (status === 'timeout') pauses.noteLate(host)
      else if (status !== undefined) pauses.noteAnswer(host)
      const outcome = toOutcome(status)
      if (outcome === 'sent') await noteSent(db.pool, id)
      if (outcome === 'gone') await deleteExpiredSubscription(db.pool, subscription)
      if (outcome === 'refused')
        log.warn({ status, pushService: host }, 'A push service refused a notification')
      return outcome
    },
  }
}

export type PushSender = ReturnType<typeof createPushSender>

/** Returns the host of an endpoint; empty for a malformed URL, which `send` rejects. */
const toHost = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).host : '')

function toOutcome(status: number | 'timeout' | undefined): PushOutcome {
  if (status === undefined || status === 'timeout' || status === 408 || status === 429 || status >= 500)
    return 'later'
  if (status === 404 || status === 410) return 'gone'
  return status >= 200 && status < 300 ? 'sent' : 'refused'
}

/** For operators of push services: the installation's URL or, without an HTTPS URL, the sender of its emails. */
function toSubject({ PUBLIC_URL, MAIL_FROM }: Platform['env']): string {
  if (PUBLIC_URL.startsWith('https:')) return PUBLIC_URL
  return `mailto:${/<([^<>]+)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`
}
