import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { alertReadOutbox } from './alert-read.outbox.ts'
import { notifyAlert } from './alerts.notices.ts'

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
