import { t } from '@lingui/core/macro'
import { IconMapPlus } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { paths } from '../../lib/paths.ts'
import { createZoneRequest } from './create-zone-request.ts'

export const zonesActs: readonly Act[] = [
  {
    label: t`Create Zone`,
    keywords: t`add new zone area site draw map import`,
    icon: IconMapPlus,
    permission: 'create_zones',
    to: paths.zones,
    request: () => createZoneRequest.make(),
  },
]
