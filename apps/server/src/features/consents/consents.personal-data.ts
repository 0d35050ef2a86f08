import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const consentsPersonalData: readonly PersonalList[] = [
  {
    name: 'consents',
    says: msg`What you decided about being located, when, and which version of the text you were shown.`,
    table: 'consents',
    kind: 'consents',
    of: 'user_id',
    order: 'decided_at, id',
  },
]
