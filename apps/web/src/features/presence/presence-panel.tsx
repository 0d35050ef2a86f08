import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { CheckPosition } from './check-position.tsx'
import { CurrentlyInside } from './currently-inside.tsx'
import { PanelStates } from './panel-states.tsx'
import { RecentlyLeft, VisitHistory } from './recent-visits.tsx'

type Props = {
  zone: Pick<Zone, 'id' | 'name' | 'status' | 'shape'>
  /** The screen whose timeouts Check Location uses; if omitted, the button is hidden. Inactive zones accept no checks. */
  check?: 'member' | 'zone'
}

export function PresencePanel({ zone, check }: Props) {
  return (
    <PanelStates
      zone={zone}
      before={
        check &&
        zone.status === 'active' && <CheckPosition zone={zone} screen={check} label={t`Check Location`} />
      }
    >
      {(panel, arrivals) => (
        <Stack gap={20}>
          <CurrentlyInside panel={panel} arrivals={arrivals} />
          <RecentlyLeft people={panel.recentlyLeft} />
          <VisitHistory visits={panel.history} zoneId={zone.id} />
        </Stack>
      )}
    </PanelStates>
  )
}
