import { t } from '@lingui/core/macro'
import { IconSpeakerphone, IconUrgent } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'

export const broadcastsActs: readonly Act[] = [
  {
    label: t`Send New Broadcast`,
    keywords: t`send message broadcast announce notice alarm`,
    icon: IconSpeakerphone,
    permission: 'broadcast',
    to: paths.broadcasts,
    search: () => ({ send: true }),
  },
  {
    label: t`Call everyone inside`,
    keywords: t`alarm emergency evacuate evacuation urgent muster roll call safe`,
    icon: IconUrgent,
    permission: 'broadcast',
    inZone: true,
    to: paths.broadcasts,
    search: () => ({ send: true, call: true }),
  },
]
