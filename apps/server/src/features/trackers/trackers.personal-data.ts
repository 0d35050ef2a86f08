import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const trackersPersonalData: readonly PersonalList[] = [
  {
    name: 'location-apps',
    says: msg`Apps that send your position. Their tokens are stored only as hashes.`,
    table: 'trackers',
    kind: 'sessions',
    of: 'user_id',
    order: 'id',
  },
]
