import { plural, t } from '@lingui/core/macro'
import { orpc } from '../../lib/api.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { notify } from '../../ui/toast/notify.ts'
import { type HazardFileToSend, hazardFileSender, type ReportToSend, reportSender } from './hazard.sender.ts'

export const reportOutbox = defineOutboxKind<ReportToSend, { hazardId: string }>({
  sender: reportSender,
  words: count => t`${plural(count, { one: '# report', other: '# reports' })}`,
  describe: ({ title, zoneName, zoneId }) => ({ title, text: t`Report to ${zoneName}`, zoneId, zoneName }),
  onSentLate(client) {
    notify.success(t`Notification reported successfully`)
    void client.invalidateQueries({ queryKey: orpc.hazards.key() })
  },
})

export const hazardFileOutbox = defineOutboxKind<HazardFileToSend, void>({
  sender: hazardFileSender,
  words: count => t`${plural(count, { one: '# report file', other: '# report files' })}`,
  describe: ({ name, title, zoneId }) => ({ title: name, text: t`File for the report “${title}”`, zoneId }),
  onSentLate: client => void client.invalidateQueries({ queryKey: orpc.hazards.key() }),
})
