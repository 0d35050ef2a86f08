import { msg } from '@lingui/core/runtime-macro'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { pushEvents } from './push.events.ts'
import { pushProcedures } from './push.procedures.ts'

const pushPersonalData: readonly PersonalList[] = [
  {
    name: 'notification-devices',
    says: msg`Devices that get your notifications.`,
    table: 'push_subscriptions',
    kind: 'sessions',
    of: 'user_id',
    order: 'id',
    leftOut: { 'a secret': ['endpoint', 'p256dh', 'auth'] },
  },
]

export const pushFeature = {
  procedures: (platform: Platform) => ({ push: pushProcedures(platform) }),
  events: pushEvents,
  personalData: pushPersonalData,
} satisfies Feature
