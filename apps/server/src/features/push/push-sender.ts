import type { PushNotice } from '@muster/contract/push.ts'
import type { PushOutcome } from '@muster/domain/push.ts'
import { AnswerTimeoutError } from '../../lib/fetch-outside.ts'
import { postOutside } from '../../lib/post-outside.ts'
import type { FindAddresses } from '../../lib/public-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteGone, listSubscriptions, noteSent, type SubscriptionRow } from './push.queries.ts'
import { createPushHostPauses } from './push-host-pauses.ts'
import { type PushRequest, pushRequest } from './push-request.ts'
import { endpointProblem } from './require-subscription.ts'

type Deps = Pick<Platform, 'env' | 'vapidKeys' | 'log'> & {
  readonly db: Pick<Platform['db'], 'pool'>
  /** Replaces DNS lookups. */
  readonly find?: FindAddresses
  /** Timeout (ms) for the response of a push service. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 10_000

/**
 * Sends notifications to browsers, one attempt at a time and outside any transaction: the caller stores what is to be sent, and
 * retries `later` outcomes.
 */
export function createPushSender({ db, env, vapidKeys, log, find, patienceMs = PATIENCE_MS }: Deps) {
  const allowPrivate = env.PUSH_ALLOW_PRIVATE
  const sender = { vapidKeys, subject: toSubject(env), appUrl: env.PUBLIC_URL }
  const pauses = createPushHostPauses()

  /** Posts a request and returns the response status; undefined if the push service could not be reached. */
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
      // Any other failure is immediate, so it holds nothing up; it may also be this server's own network.
      return error instanceof AnswerTimeoutError ? 'timeout' : undefined
    }
  }

  return {
    listSubscriptions,
    /** Milliseconds until its push service may be tried again after timeouts; 0 means that the caller calls `send` now. */
    admit: ({ endpoint }: Pick<SubscriptionRow, 'endpoint'>, isUrgent: boolean): number =>
      pauses.admit(toHost(endpoint), isUrgent),
    /** Makes one attempt. An expired subscription is removed; the URL of the push service is never logged. */
    async send(subscription: SubscriptionRow, notice: PushNotice): Promise<PushOutcome> {
      const { id, endpoint } = subscription
      if (endpointProblem(endpoint, allowPrivate)) return 'refused'
      const request = pushRequest(subscription, notice, sender)
      const host = toHost(endpoint)
      const end = notice.urgency === 'high' ? pauses.beginUrgent(host) : undefined
      const status = await post(endpoint, request)
      end?.()
      if (status === 'timeout') pauses.noteLate(host)
      else if (status !== undefined) pauses.noteAnswer(host)
      const outcome = toOutcome(status)
      if (outcome === 'sent') await noteSent(db.pool, id)
      if (outcome === 'gone') await deleteGone(db.pool, subscription)
      if (outcome === 'refused')
        log.warn({ status, pushService: host }, 'A push service refused a notification')
      return outcome
    },
  }
}

export type PushSender = ReturnType<typeof createPushSender>

/** The host of a URL; empty for a URL that `send` rejects. */
const toHost = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).host : '')

function toOutcome(status: number | 'timeout' | undefined): PushOutcome {
  if (status === undefined || status === 'timeout' || status === 408 || status === 429 || status >= 500)
    return 'later'
  if (status === 404 || status === 410) return 'gone'
  return status >= 200 && status < 300 ? 'sent' : 'refused'
}

/** The contact for operators of a push service: the installation's address or, before it has one, the mail sender. */
function toSubject({ PUBLIC_URL, MAIL_FROM }: Platform['env']): string {
  if (PUBLIC_URL.startsWith('https:')) return PUBLIC_URL
  return `mailto:${/<([^<>]+)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`
}
