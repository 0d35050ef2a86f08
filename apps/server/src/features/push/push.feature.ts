import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { pushEvents } from './push.events.ts'
import { pushPersonalData } from './push.personal-data.ts'
import { pushProcedures } from './push.procedures.ts'

export const pushFeature = {
  procedures: (platform: Platform) => ({ push: pushProcedures(platform) }),
  events: pushEvents,
  personalData: pushPersonalData,
} satisfies Feature
