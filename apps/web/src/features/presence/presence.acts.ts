import { t } from '@lingui/core/macro'
import { IconCurrentLocation, IconDownload, IconPrinter } from '@tabler/icons-react'
import type { Act } from '../../lib/act.ts'
import { checkRequest } from '../../lib/check-request.ts'
import { paths } from '../../lib/paths.ts'
import { exportRequest, printRequest } from './inside-requests.ts'

export const presenceActs: readonly Act[] = [
  {
    label: t`Check Position`,
    keywords: t`check in out arrive leave location where am I`,
    icon: IconCurrentLocation,
    permission: 'check_position',
    // Read-only managers see the presence of a zone without the check button.
    notFor: ['zone_manager_ro'],
    inZone: true,
    to: paths.myZones,
    request: () => checkRequest.make(),
  },
  {
    label: t`Print the list of those inside`,
    keywords: t`print roll call paper list people inside muster`,
    icon: IconPrinter,
    permission: 'view_attendance',
    inZone: true,
    to: paths.insideNow,
    // Internal admins see the zone that the address names.
    search: zone => ({ zone }),
    request: () => printRequest.make(),
  },
  {
    label: t`Export…`,
    keywords: t`export download csv excel pdf visits presence inside`,
    icon: IconDownload,
    permission: 'view_attendance',
    inZone: true,
    to: paths.insideNow,
    // Internal admins see the zone that the address names.
    search: zone => ({ zone }),
    request: () => exportRequest.make(),
  },
]
