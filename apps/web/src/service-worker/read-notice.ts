import { t } from '@lingui/core/macro'
import type { PushNotice } from '@muster/contract/push.ts'

export type ShownNotice = Omit<PushNotice, 'urgency'> & { readonly urgent: boolean }

/** Shown in place of an unreadable notification, because browsers revoke the permission if a push shows nothing. */
const fallbackNotice: ShownNotice = {
  title: 'Muster',
  body: t`You have a new notification.`,
  url: '#/',
  tag: 'unreadable',
  urgent: false,
}

/** The message may come from another version of the server, so every field is validated. */
export function readNotice(text: string | undefined): ShownNotice {
  const payload = parsePayload(text)
  const { title, body, url, tag, ends, urgency, badge } = payload
  if (typeof title !== 'string' || title === '') return fallbackNotice
  return {
    title,
    body: typeof body === 'string' ? body : '',
    url: typeof url === 'string' ? url : fallbackNotice.url,
    tag: typeof tag === 'string' ? tag : title,
    urgent: urgency === 'high',
    ...(typeof ends === 'string' && ends !== '' && { ends }),
    ...(typeof badge === 'number' && { badge }),
  }
}

function parsePayload(text = ''): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
