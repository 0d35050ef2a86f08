import { t } from '@lingui/core/macro'
import { IconSpeakerphone, IconUrgent } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'

export const broadcastsActs: readonly Act[] = [
  {
    label: t`Send New Broadcast`,
    keywords: t({
      message: 'send message broadcast announce notice alarm',
      comment: 'Words by which people look for “Send New Broadcast”, separated by spaces. Add what is usual.',
    }),
    icon: IconSpeakerphone,
    permission: 'broadcast',
    to: paths.broadcasts,
    search: () => ({ send: true }),
  },
  {
    label: t`Call everyone inside`,
    keywords: t({
      message: 'alarm emergency evacuate evacuation urgent muster roll call safe',
      comment:
        'Words by which people look for “Call everyone inside”, separated by spaces. Add what is usual.',
    }),
    icon: IconUrgent,
    permission: 'broadcast',
    inZone: true,
    to: paths.broadcasts,
    search: () => ({ send: true, call: true }),
  },
]
