import type { PushNotice } from '@muster/contract/push.ts'

export type ShownNotice = Omit<PushNotice, 'urgency'> & { readonly urgent: boolean }

/** Shown in place of a notice that cannot be read: browsers take the permission away where a push shows nothing. */
const unreadable: ShownNotice = {
  title: 'Muster',
  body: 'There is news for you.',
  url: '#/',
  tag: 'unreadable',
  urgent: false,
}

/** The notice that a push carries. A server of another version sends it, so nothing of it is taken for granted. */
export function readNotice(text: string | undefined): ShownNotice {
  const given = parse(text)
  const { title, body, url, tag, urgency, badge } = given
  if (typeof title !== 'string' || title === '') return unreadable
  return {
    title,
    body: typeof body === 'string' ? body : '',
    url: typeof url === 'string' ? url : unreadable.url,
    tag: typeof tag === 'string' ? tag : title,
    urgent: urgency === 'high',
    ...(typeof badge === 'number' && { badge }),
  }
}

function parse(text = ''): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
