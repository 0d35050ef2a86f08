import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const twoStepPersonalData: readonly PersonalList[] = [
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
