import { msg } from '@lingui/core/runtime-macro'
import type { ChangesCaches } from '../../live/event-rules.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { consentsEvents } from './consents.events.ts'
import { consentProcedures } from './consents.procedures.ts'

const consentsPersonalData: readonly PersonalList[] = [
  {
    name: 'consents',
    says: msg`Your decisions about location tracking, when you made them, and which version of the text you were shown.`,
    table: 'consents',
    kind: 'consents',
    counted: 'user_id = me',
    of: 'user_id',
    order: 'decided_at, id',
  },
]

export const consentsFeature = {
  procedures: (platform: Platform & ChangesCaches<'members'>) => ({ consents: consentProcedures(platform) }),
  events: consentsEvents,
  personalData: consentsPersonalData,
} satisfies Feature
