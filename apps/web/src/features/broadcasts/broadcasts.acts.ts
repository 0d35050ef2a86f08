import { t } from '@lingui/core/macro'
import { IconSpeakerphone } from '@tabler/icons-react'
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
]
