import { plural, t } from '@lingui/core/macro'
import type { Alert } from '@muster/contract/alerts.ts'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import type { FeedNotifier } from '../../live/appliers.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { noticeLayer } from '../../ui/toast/notice-layer.ts'
import { alertTarget } from './alert-look.ts'
import { type AlertReadToSend, alertReadSender } from './alert-read.sender.ts'

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

const alertReadOutbox = defineOutboxKind<AlertReadToSend, unknown>({
  sender: alertReadSender,
  words: count => t`${plural(count, { one: '# alert marked as read', other: '# alerts marked as read' })}`,
  describe: ({ title, read }) => ({ title, text: read ? t`Alert marked as read` : t`Alert marked as new` }),
  onSentLate: client => void client.invalidateQueries({ queryKey: orpc.alerts.key() }),
})

export const alertsFeature: Feature = {
  // Once its question ends, the alert of a broadcast can be marked as read.
  refetchAfter: { 'broadcast.changed': [orpc.alerts.counts.key()] },
  refetchAfterOwn: {
    'alert.added': [orpc.alerts.list.key(), orpc.alerts.counts.key()],
    'alerts.changed': [orpc.alerts.key()],
  },
  notices: [notifyAlert],
  outbox: [alertReadOutbox],
}
