import { t } from '@lingui/core/macro'
import { IconUserPlus } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'

export const visitorsActs: readonly Act[] = [
  {
    label: t`Invite a visitor`,
    keywords: t`guest contractor reception visit expected sign in`,
    icon: IconUserPlus,
    permission: 'view_zones',
    to: paths.visitors,
    search: () => ({ add: true }),
  },
]
