import { t } from '@lingui/core/macro'
import { IconUsersPlus } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'

export const groupsActs: readonly Act[] = [
  {
    label: t`Create New Group`,
    keywords: t`add group team crew chat conversation`,
    icon: IconUsersPlus,
    permission: 'manage_groups',
    inZone: true,
    to: paths.myGroups,
    search: () => ({ create: true }),
  },
]
