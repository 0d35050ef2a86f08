import { t } from '@lingui/core/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'

export const hazardsActs: readonly Act[] = [
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
