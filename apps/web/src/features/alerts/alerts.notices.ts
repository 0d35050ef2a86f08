import { t } from '@lingui/core/macro'
import type { Alert } from '@muster/contract/alerts.ts'
import type { FeedNotifier } from '../../live/appliers.ts'
import { noticeLayer } from '../../ui/toast/notice-layer.ts'
import { alertTarget } from './alert-look.ts'

const newAlertToastMs = 5_000

/** The shell shows a more detailed notice of a removal or a new role, and the call of an emergency is a bar on every page. */
const hasOwnNotice = ({ type, metadata }: Alert) =>
  (type === 'zone_assignment' && metadata.membership !== 'added') ||
  (metadata.emergencyId !== undefined && metadata.meaning === undefined)

/** Shows a new alert for five seconds, with a link to its target, unless it is already read or the shell shows its own notice. */
export const notifyAlert: FeedNotifier = (_client, event, me) => {
  if (event.kind !== 'alert.added' || event.userId !== me) return
  const { id, title, description, isRead } = event.alert
  if (isRead || hasOwnNotice(event.alert)) return
  const target = alertTarget(event.alert)
  noticeLayer.message(title, {
    id: `alert-${id}`,
    text: description,
    durationMs: newAlertToastMs,
    ...(target && { action: { label: t`View`, run: () => window.location.assign(`#${target}`) } }),
  })
}
