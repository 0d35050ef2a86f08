import { t } from '@lingui/core/macro'
import { IconUsersPlus } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { paths } from '../../lib/paths.ts'
import { applyGroups, applyOwnGroupAlert, groupsTopicKeys } from './groups.live.ts'
import { messageOutbox } from './message.outbox.ts'

const groupsActs: readonly Act[] = [
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

const candidates = orpc.groups.candidates.key()

export const groupsFeature: Feature = {
  acts: groupsActs,
  refetchAfter: {
    'membership.added': [candidates],
    'membership.accepted': [candidates],
    'membership.removed': [candidates],
    'membership.changed': [candidates],
    // Rows contain the name of their zone.
    'zone.changed': [orpc.groups.key()],
  },
  live: [{ apply: applyGroups, topicKeys: groupsTopicKeys }, { apply: applyOwnGroupAlert }],
  outbox: [messageOutbox],
}
