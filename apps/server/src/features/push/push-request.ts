import { hash } from 'node:crypto'
import type { PushNotice } from '@muster/contract/push.ts'
import { pushPayloadBytes } from '@muster/domain/push.ts'
import webPush, { type VapidKeys } from 'web-push'
import type { SubscriptionRow } from './push.queries.ts'

/** Seconds for which a push service stores undelivered notices; older news about presence is useless. */
const KEPT_SECONDS = 4 * 3_600

type Sender = {
  readonly vapidKeys: VapidKeys
  readonly subject: string
  /** The URL of the installation, opened by notices that the browser shows without the service worker. */
  readonly appUrl: string
}
export type PushRequest = { readonly body: Buffer; readonly headers: Record<string, string> }

/** Encrypts a notice for one browser, with the headers of RFC 8030, 8291 and 8292. Throws for invalid keys. */
export function pushRequest(
  { endpoint, p256dh, auth }: SubscriptionRow,
  notice: PushNotice,
  { vapidKeys, subject, appUrl }: Sender,
): PushRequest {
  const { body, headers } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    createPayload(notice, appUrl),
    {
      vapidDetails: { subject, ...vapidKeys },
      contentEncoding: 'aes128gcm',
      TTL: KEPT_SECONDS,
      // Every push shows a notification that its recipient wants now; a dozing phone delays `normal` ones for minutes. Quiet hours
      // and each person's choice of alerts filter the rest before it is sent.
      urgency: 'high',
      topic: toTopic(notice.tag),
    },
  )
  const headerPairs = Object.entries(headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ])
  return { body: body as Buffer, headers: Object.fromEntries(headerPairs) }
}

/** The notice as JSON, with its body shortened until it fits. Throws if it does not fit even without a body. */
export function createPayload(notice: PushNotice, appUrl: string): string {
  const payload = (body: string) => JSON.stringify(withDeclarativeForm({ ...notice, body }, appUrl))
  const over = (body: string) => Buffer.byteLength(payload(body)) - pushPayloadBytes
  const letters = [...notice.body]
  let { body } = notice
  // A letter takes up to six bytes of JSON and appears twice, so each round never cuts too much.
  for (let max = letters.length; over(body) > 0; ) {
    max = Math.min(max - 1, Math.floor(max - over(body) / 12))
    if (max < 0) throw new Error(`A notification may have ${pushPayloadBytes} bytes`)
    body = `${letters.slice(0, max).join('').trimEnd()}…`
  }
  return payload(body)
}

/**
 * Adds the notice as Declarative Web Push, which supporting browsers show without our service worker, even if that fails; the
 * others pass the push to the worker, which reads the fields beside it. A tap opens an absolute URL, so an installation without one
 * does not send this form.
 */
function withDeclarativeForm(notice: PushNotice, appUrl: string) {
  if (!appUrl.startsWith('https:')) return notice
  const { title, body, url, tag, urgency, badge } = notice
  const count = badge === undefined ? {} : { app_badge: badge }
  return {
    ...notice,
    web_push: 8030,
    notification: {
      title,
      body,
      navigate: `${appUrl}/${url}`,
      tag,
      renotify: true,
      requireInteraction: urgency === 'high',
      // The first browsers with this format read the count here; the standard puts it next to the notification.
      ...count,
    },
    ...count,
  }
}

/**
 * Hashes a tag to a topic: topics have at most 32 characters of a restricted alphabet, and a push service need not learn the
 * subject of a notice.
 */
const toTopic = (tag: string) => hash('sha256', tag, 'base64url').slice(0, 32)
