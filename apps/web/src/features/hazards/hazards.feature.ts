import { plural, t } from '@lingui/core/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { paths } from '../../lib/paths.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { notify } from '../../ui/toast/notify.ts'
import { type HazardFileToSend, hazardFileSender, type ReportToSend, reportSender } from './hazard.sender.ts'

const hazardsActs: readonly Act[] = [
  {
    label: t`Report Notify`,
    keywords: t`report notification hazard danger problem accident photo`,
    icon: IconAlertTriangle,
    permission: 'report_hazards',
    inZone: true,
    to: paths.hazards,
    search: zone => ({ report: true, zone }),
  },
]

const reportOutbox = defineOutboxKind<ReportToSend, { hazardId: string }>({
  sender: reportSender,
  words: count => t`${plural(count, { one: '# report', other: '# reports' })}`,
  describe: ({ title, zoneName, zoneId }) => ({ title, text: t`Report to ${zoneName}`, zoneId, zoneName }),
  onSentLate(client) {
    notify.success(t`Notification reported successfully`)
    void client.invalidateQueries({ queryKey: orpc.hazards.key() })
  },
})

const hazardFileOutbox = defineOutboxKind<HazardFileToSend, void>({
  sender: hazardFileSender,
  words: count => t`${plural(count, { one: '# report file', other: '# report files' })}`,
  describe: ({ name, title, zoneId }) => ({ title: name, text: t`File for the report “${title}”`, zoneId }),
  onSentLate: client => void client.invalidateQueries({ queryKey: orpc.hazards.key() }),
})

export const hazardsFeature: Feature = {
  acts: hazardsActs,
  refetchAfter: {
    'hazard.reported': [orpc.hazards.key()],
    'hazard.changed': [orpc.hazards.key()],
    // Rows contain the name of their zone.
    'zone.changed': [orpc.hazards.key()],
  },
  zoneQueries: [orpc.hazards.key()],
  // Hazards become overdue.
  refetchByClock: [orpc.hazards.count.key()],
  outbox: [reportOutbox, hazardFileOutbox],
}
