import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const consentsPersonalData: readonly PersonalList[] = [
  {
    name: 'consents',
    says: msg`Your decisions about location tracking, when you made them, and which version of the text you were shown.`,
    table: 'consents',
    kind: 'consents',
    of: 'user_id',
    order: 'decided_at, id',
  },
]
