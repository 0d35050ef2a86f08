import { t } from '@lingui/core/macro'
import { IconUrgent } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'

export const emergenciesActs: readonly Act[] = [
  {
    label: t`Call everyone inside`,
    keywords: t`alarm emergency evacuate evacuation urgent muster roll call safe fire drill exercise`,
    icon: IconUrgent,
    permission: 'broadcast',
    to: paths.emergencies,
    search: () => ({ call: true }),
  },
]
