import { t } from '@lingui/core/macro'
import { IconUserPlus } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { paths } from '../../lib/paths.ts'

const visitorsActs: readonly Act[] = [
  {
    label: t`Invite a visitor`,
    keywords: t`guest contractor reception visit expected sign in`,
    icon: IconUserPlus,
    permission: 'view_zones',
    to: paths.visitors,
    search: () => ({ add: true }),
  },
]

export const visitorsFeature: Feature = {
  acts: visitorsActs,
  refetchAfter: {
    // The names of hosts.
    'user.changed': [orpc.visitors.list.key()],
    'visitors.changed': [
      orpc.visitors.list.key(),
      orpc.visitors.counts.key(),
      orpc.visitors.kiosks.key(),
      orpc.visitors.settings.key(),
    ],
  },
  zoneQueries: [orpc.visitors.key()],
  // Visitors are expected until the end of their day.
  refetchByClock: [orpc.visitors.list.key(), orpc.visitors.counts.key()],
}
