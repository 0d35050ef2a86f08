import { plural, t } from '@lingui/core/macro'
import { orpc } from '../../lib/api.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { type AlertReadToSend, alertReadSender } from './alert-read.sender.ts'

export const alertReadOutbox = defineOutboxKind<AlertReadToSend, unknown>({
  sender: alertReadSender,
  words: count => t`${plural(count, { one: '# alert marked as read', other: '# alerts marked as read' })}`,
  describe: ({ title, read }) => ({ title, text: read ? t`Alert marked as read` : t`Alert marked as new` }),
  onSentLate: client => void client.invalidateQueries({ queryKey: orpc.alerts.key() }),
})
