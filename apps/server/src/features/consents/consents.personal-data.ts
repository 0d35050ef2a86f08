import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const consentsPersonalData: readonly PersonalList[] = [
  {
    name: 'consents',
    says: msg`What one decided about being located, and when, by the version of the words that were shown.`,
    table: 'consents',
    kind: 'consents',
    of: 'user_id',
    order: 'decided_at, id',
  },
]
