import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const badgesPersonalData: readonly PersonalList[] = [
  {
    name: 'badges',
    says: msg`Your badges.`,
    table: 'badges',
    kind: 'visits',
    of: 'user_id',
    order: 'number',
  },
  {
    name: 'badge-events',
    says: msg`When and where your badges were read.`,
    table: 'badge_events',
    kind: 'visits',
    of: 'user_id',
    order: 'at, id',
    leftOut: { 'says nothing about you': ['key_id'] },
  },
  {
    name: 'badge-keys',
    says: msg`Keys for badge readers that you added. The keys themselves are stored only as hashes.`,
    table: 'badge_keys',
    kind: 'administration',
    of: 'created_by',
    order: 'created_at, id',
  },
]
