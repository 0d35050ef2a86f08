import { orpc } from '../../lib/api.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { notify } from '../../ui/toast/notify.ts'
import { type HazardFileToSend, hazardFileSender, type ReportToSend, reportSender } from './hazard.sender.ts'

export const reportOutbox = defineOutboxKind<ReportToSend, { hazardId: string }>({
  sender: reportSender,
  words: count => (count === 1 ? '1 report' : `${count} reports`),
  describe: ({ title, zoneName, zoneId }) => ({ title, text: `Report to ${zoneName}`, zoneId, zoneName }),
  onSentLate(client) {
    notify.success('Notification reported successfully')
    void client.invalidateQueries({ queryKey: orpc.hazards.key() })
  },
})

export const hazardFileOutbox = defineOutboxKind<HazardFileToSend, void>({
  sender: hazardFileSender,
  words: count => (count === 1 ? '1 file of a report' : `${count} files of reports`),
  describe: ({ name, title, zoneId }) => ({ title: name, text: `File of the report “${title}”`, zoneId }),
  onSentLate: client => void client.invalidateQueries({ queryKey: orpc.hazards.key() }),
})
