import { hash } from 'node:crypto'
import type { PushNotice } from '@muster/contract/push.ts'
import { pushPayloadBytes } from '@muster/domain/push.ts'
import webPush, { type VapidKeys } from 'web-push'
import type { SubscriptionRow } from './push.queries.ts'

/** Seconds a push service keeps what a device cannot be given yet: older news of who is where is no news. */
const KEPT_SECONDS = 4 * 3_600

type Sender = {
  readonly vapidKeys: VapidKeys
  readonly subject: string
  /** The address of the installation, where a notice leads that the browser shows by itself. */
  readonly appUrl: string
}
export type PushRequest = { readonly body: Buffer; readonly headers: Record<string, string> }

/** Encrypts a notice for one browser, with the headers of RFC 8030, 8291 and 8292. Throws where its keys are none. */
export function pushRequest(
  { endpoint, p256dh, auth }: SubscriptionRow,
  notice: PushNotice,
  { vapidKeys, subject, appUrl }: Sender,
): PushRequest {
  const { body, headers } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payloadOf(notice, appUrl),
    {
      vapidDetails: { subject, ...vapidKeys },
      contentEncoding: 'aes128gcm',
      TTL: KEPT_SECONDS,
      // Every push shows a notification to somebody who wants it now; a dozing phone holds `normal` ones for minutes. Quiet hours and
      // each person's choice of alerts hold back the rest before it is sent.
      urgency: 'high',
      topic: topicOf(notice.tag),
    },
  )
  const named = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)])
  return { body: body as Buffer, headers: Object.fromEntries(named) }
}

/** The notice as JSON, its body as short as it must be for the whole to fit. Throws where it does not fit without one. */
export function payloadOf(notice: PushNotice, appUrl: string): string {
  const payload = (body: string) => JSON.stringify(withDeclarativeForm({ ...notice, body }, appUrl))
  const over = (body: string) => Buffer.byteLength(payload(body)) - pushPayloadBytes
  const letters = [...notice.body]
  let { body } = notice
  // A letter takes up to six bytes of JSON and stands there twice, so this never cuts too much.
  for (let most = letters.length; over(body) > 0; ) {
    most = Math.min(most - 1, Math.floor(most - over(body) / 12))
    if (most < 0) throw new Error(`A notification may have ${pushPayloadBytes} bytes`)
    body = `${letters.slice(0, most).join('').trimEnd()}…`
  }
  return payload(body)
}

/**
 * Adds the notice as Declarative Web Push, which browsers that know it show without our service worker, also where that fails; the
 * others give the push to the worker, which reads the fields beside it. A tap leads to an address in full, so an installation that
 * has none of its own sends none.
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
      // The first browsers that knew the format read it here, the standard has it beside.
      ...count,
    },
    ...count,
  }
}

/** Topics have 32 letters of an alphabet of their own, tags any; and a push service need not know what a notice is about. */
const topicOf = (tag: string) => hash('sha256', tag, 'base64url').slice(0, 32)
