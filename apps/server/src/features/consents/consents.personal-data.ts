import type { PersonalList } from '../../platform/personal-list.ts'

export const consentsPersonalData: readonly PersonalList[] = [
  {
    name: 'consents',
    says: 'What one decided about being located, and when, by the version of the words that were shown.',
    table: 'consents',
    of: 'user_id',
    order: 'decided_at, id',
  },
]
