import { hash } from 'node:crypto'
import type { PushNotice } from '@muster/contract/push.ts'
import { pushPayloadBytes } from '@muster/domain/push.ts'
import webPush, { type VapidKeys } from 'web-push'
import type { SubscriptionRow } from './push.queries.ts'

/** Seconds a push service keeps what a device cannot be given yet: older news of who is where is no news. */
const KEPT_SECONDS = 4 * 3_600

type Sender = { readonly vapidKeys: VapidKeys; readonly subject: string }
export type PushRequest = { readonly body: Buffer; readonly headers: Record<string, string> }

/** Encrypts a notice for one browser, with the headers of RFC 8030, 8291 and 8292. Throws where its keys are none. */
export function pushRequest(
  { endpoint, p256dh, auth }: SubscriptionRow,
  notice: PushNotice,
  { vapidKeys, subject }: Sender,
): PushRequest {
  const { body, headers } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payloadOf(notice),
    {
      vapidDetails: { subject, ...vapidKeys },
      contentEncoding: 'aes128gcm',
      TTL: KEPT_SECONDS,
      urgency: notice.urgency,
      topic: topicOf(notice.tag),
    },
  )
  const named = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)])
  return { body: body as Buffer, headers: Object.fromEntries(named) }
}

/** The notice as JSON, its body as short as it must be for the whole to fit. Throws where it does not fit without one. */
export function payloadOf(notice: PushNotice): string {
  const over = (body: string) => Buffer.byteLength(JSON.stringify({ ...notice, body })) - pushPayloadBytes
  const letters = [...notice.body]
  let { body } = notice
  // Each letter is a byte at least, so this ends after a few rounds.
  for (let most = letters.length; over(body) > 0; ) {
    most = Math.min(most - 1, Math.floor(most - over(body) / 6))
    if (most < 0) throw new Error(`A notification may have ${pushPayloadBytes} bytes`)
    body = `${letters.slice(0, most).join('').trimEnd()}…`
  }
  return JSON.stringify({ ...notice, body })
}

/** Topics have 32 letters of an alphabet of their own, tags any; and a push service need not know what a notice is about. */
const topicOf = (tag: string) => hash('sha256', tag, 'base64url').slice(0, 32)
