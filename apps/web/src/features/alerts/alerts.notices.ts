import type { AlertType } from '@muster/domain/alert.ts'
import { limits } from '@muster/domain/limits.ts'
import type { FeedNotice } from '../../live/appliers.ts'
import { noticeLayer } from '../../ui/toast/notice-layer.ts'
import { alertTarget } from './alert-look.ts'

/** Told at their own place already: membership and roles by the shell. */
const toldElsewhere: ReadonlySet<AlertType> = new Set(['zone_assignment'])

/** A new alert says itself for five seconds, with the way to what it is about. */
export const sayAlert: FeedNotice = (_client, event, me) => {
  if (event.kind !== 'alert.added' || event.userId !== me) return
  const { id, type, title, description, isRead } = event.alert
  if (isRead || toldElsewhere.has(type)) return
  const target = alertTarget(event.alert)
  noticeLayer.message(title, {
    id: `alert-${id}`,
    text: description,
    durationMs: limits.newAlertToastMs,
    ...(target && { action: { label: 'View', run: () => window.location.assign(`#${target}`) } }),
  })
}
