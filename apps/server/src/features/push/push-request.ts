import { hash } from 'node:crypto'
import type { PushNotice } from '@muster/contract/push.ts'
import { maxPushPayloadBytes } from '@muster/domain/push.ts'
import webPush, { type VapidKeys } from 'web-push'
import type { SubscriptionRow } from './push.queries.ts'

/** Seconds for which a push service stores undelivered notifications; older news about presence is useless. */
const TTL_SECONDS = 4 * 3_600

type Sender = {
  readonly vapidKeys: VapidKeys
  readonly subject: string
  /** The URL of the installation, which notifications open if the browser shows them without the service worker. */
  readonly appUrl: string
}
export type PushRequest = { readonly body: Buffer; readonly headers: Record<string, string> }

/** Encrypts a notification for one browser and adds the headers of RFC 8030, 8291 and 8292. Throws if the keys are invalid. */
export function createPushRequest(
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
      TTL: TTL_SECONDS,
      // Every push shows a notification that the recipient wants now, and a dozing phone delays `normal` pushes by minutes.
      // Unwanted ones have already been filtered out by quiet hours and each person's choice of alerts.
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

/** Formats a notification as JSON and shortens its body until it fits. Throws if it does not even fit without a body. */
export function createPayload(notice: PushNotice, appUrl: string): string {
  const toPayload = (body: string) => JSON.stringify(withDeclarativeForm({ ...notice, body }, appUrl))
  const countExcessBytes = (body: string) => Buffer.byteLength(toPayload(body)) - maxPushPayloadBytes
  const characters = [...notice.body]
  let { body } = notice
  // A character takes at most six bytes in JSON and the body appears at most twice, so dividing by 12 never removes too much.
  for (let maxCharacters = characters.length; countExcessBytes(body) > 0; ) {
    maxCharacters = Math.min(maxCharacters - 1, Math.floor(maxCharacters - countExcessBytes(body) / 12))
    if (maxCharacters < 0) throw new Error(`A notification may have ${maxPushPayloadBytes} bytes`)
    body = `${characters.slice(0, maxCharacters).join('').trimEnd()}…`
  }
  return toPayload(body)
}

/**
 * Supporting browsers show Declarative Web Push even if our service worker is broken; others pass the push to it. Opening on tap
 * needs an absolute URL, so this needs HTTPS.
 */
function withDeclarativeForm(notice: PushNotice, appUrl: string) {
  if (!appUrl.startsWith('https:')) return notice
  const { title, body, url, tag, urgency, badge } = notice
  const badgeField = badge === undefined ? {} : { app_badge: badge }
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
      // The first browsers with this format read the count here; the standard places it one level up.
      ...badgeField,
    },
    ...badgeField,
  }
}

/** Topics allow only 32 characters of a restricted alphabet, and the push service must not learn the tag. */
const toTopic = (tag: string) => hash('sha256', tag, 'base64url').slice(0, 32)
