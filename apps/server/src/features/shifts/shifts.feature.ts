import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { shiftsEvents } from './shifts.events.ts'
import { shiftsPersonalData } from './shifts.personal-data.ts'
import { shiftsProcedures } from './shifts.procedures.ts'

export const shiftsFeature = {
  procedures: (platform: Platform) => ({ shifts: shiftsProcedures(platform) }),
  events: shiftsEvents,
  personalData: shiftsPersonalData,
} satisfies Feature
