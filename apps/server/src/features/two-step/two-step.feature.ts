import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { twoStepEvents } from './two-step.events.ts'
import { twoStepPersonalData } from './two-step.personal-data.ts'
import { type OwnPassword, twoStepProcedures } from './two-step.procedures.ts'

export const twoStepFeature = {
  procedures: (platform: Platform & { readonly auth: OwnPassword }) => ({
    twoStep: twoStepProcedures(platform, platform.auth),
  }),
  events: twoStepEvents,
  personalData: twoStepPersonalData,
} satisfies Feature
