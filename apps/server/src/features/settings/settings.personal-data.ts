import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const settingsPersonalData: readonly PersonalList[] = [
  {
    name: 'downloads',
    says: msg`Downloads of your own data.`,
    table: 'data_downloads',
    kind: 'downloads',
    of: 'user_id',
    order: 'id',
    leftOut: {
      'describes the archive that is being written': [
        'percent',
        'attempt',
        'path',
        'bytes',
        'ready_at',
        'expires_at',
      ],
    },
  },
]
