import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const pushPersonalData: readonly PersonalList[] = [
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
