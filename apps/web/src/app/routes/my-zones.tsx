import { createRoute } from '@tanstack/react-router'
import { PresencePanel } from '../../features/presence/presence-panel.tsx'
import { useZoneRights } from '../../features/presence/use-zone-rights.ts'
import { ZoneCheck } from '../../features/presence/zone-check.tsx'
import { EnterZoneDialog } from '../../features/zones/enter-zone-dialog.tsx'
import { MyZonesPage } from '../../features/zones/my-zones-page.tsx'
import { ZoneDetails } from '../../features/zones/zone-details.tsx'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

/** `zone`: whose details are open. */
export const myZonesRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.myZones,
  validateSearch: (search): { zone?: string } => ({
    zone: typeof search.zone === 'string' ? search.zone : undefined,
  }),
  component: MyZones,
})

function MyZones() {
  const { zone } = myZonesRoute.useSearch()
  const navigate = myZonesRoute.useNavigate()
  const { availableZones, zone: selected } = useSelectedZone()
  const rights = useZoneRights()
  const [only] = availableZones
  // The zone one works in stands first and has the large button.
  const zones = selected
    ? [selected, ...availableZones.filter(({ id }) => id !== selected.id)]
    : availableZones
  return (
    <MyZonesPage
      title={availableZones.length === 1 && only ? `Zone: ${only.name}` : 'Zone Presence'}
      zones={zones}
      openId={zone}
      onOpen={id => void navigate({ search: { zone: id }, replace: id === undefined })}
      renderPresence={one => (
        <ZoneCheck
          zone={one}
          screen="member"
          recent={3}
          large={one.id === selected?.id || availableZones.length === 1}
          EnterZone={EnterZoneDialog}
        />
      )}
      renderDetails={one => (
        <ZoneDetails
          zone={one}
          presence={
            rights(one.id).watches && (
              <PresencePanel
                zone={one}
                EnterZone={EnterZoneDialog}
                check={rights(one.id).checks ? 'member' : undefined}
              />
            )
          }
        />
      )}
    />
  )
}
