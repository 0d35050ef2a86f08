import type { ChangesCaches } from '../../live/event-rules.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { consentsEvents } from './consents.events.ts'
import { consentsPersonalData } from './consents.personal-data.ts'
import { consentProcedures } from './consents.procedures.ts'

export const consentsFeature = {
  procedures: (platform: Platform & ChangesCaches<'members'>) => ({ consents: consentProcedures(platform) }),
  events: consentsEvents,
  personalData: consentsPersonalData,
} satisfies Feature
