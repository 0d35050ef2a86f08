import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const trackersPersonalData: readonly PersonalList[] = [
  {
    name: 'location-apps',
    says: msg`The apps that send one’s position. Their tokens are kept as hashes only.`,
    table: 'trackers',
    kind: 'sessions',
    of: 'user_id',
    order: 'id',
  },
]
