import { t } from '@lingui/core/macro'
import { IconUsersPlus } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'

export const groupsActs: readonly Act[] = [
  {
    label: t`Create New Group`,
    keywords: t({
      message: 'add group team crew chat conversation',
      comment: 'Words by which people look for “Create New Group”, separated by spaces. Add what is usual.',
    }),
    icon: IconUsersPlus,
    permission: 'manage_groups',
    inZone: true,
    to: paths.myGroups,
    search: () => ({ create: true }),
  },
]
