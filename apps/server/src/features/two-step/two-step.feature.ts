import { msg } from '@lingui/core/runtime-macro'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { twoStepEvents } from './two-step.events.ts'
import { type OwnPassword, twoStepProcedures } from './two-step.procedures.ts'

const twoStepPersonalData: readonly PersonalList[] = [
  {
    name: 'two-step-sign-in',
    says: msg`Whether an authenticator app is set up. Its secret and the recovery codes aren’t included.`,
    table: 'auth.two_step',
    kind: 'profile',
    of: 'user_id',
    order: 'user_id',
    leftOut: { 'detects a code that is used twice': ['last_counter'] },
  },
]

export const twoStepFeature = {
  procedures: (platform: Platform & { readonly auth: OwnPassword }) => ({
    twoStep: twoStepProcedures(platform, platform.auth),
  }),
  events: twoStepEvents,
  personalData: twoStepPersonalData,
} satisfies Feature
