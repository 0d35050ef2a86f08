import { t } from '@lingui/core/macro'
import { IconMapPlus } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { orpc } from '../../lib/api.ts'
import type { Feature } from '../../lib/feature.ts'
import { paths } from '../../lib/paths.ts'
import { createZoneRequest } from './create-zone-request.ts'
import { applyZones, zonesTopicKeys } from './zones.live.ts'

const zonesActs: readonly Act[] = [
  {
    label: t`Create Zone`,
    keywords: t`add new zone area site draw map import`,
    icon: IconMapPlus,
    permission: 'create_zones',
    to: paths.zones,
    request: () => createZoneRequest.make(),
  },
]

export const zonesFeature: Feature = {
  acts: zonesActs,
  refetchAfter: {
    'organisation.changed': [orpc.zones.key()],
    // An approved request becomes a zone of its client admins.
    'zone_request.changed': [orpc.zones.key()],
  },
  refetchAfterOwn: {
    'pin.changed': [orpc.zones.myPin.key()],
    'zone.starred': [orpc.zones.mine.key(), orpc.zones.available.key()],
  },
  live: [{ apply: applyZones, topicKeys: zonesTopicKeys }],
}
