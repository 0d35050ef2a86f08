import { isInternalAdmin, isZoneManager } from '@muster/domain/role.ts'
import { createRoute } from '@tanstack/react-router'
import { PresencePanel } from '../../features/presence/presence-panel.tsx'
import { useZoneRights } from '../../features/presence/use-zone-rights.ts'
import { ZoneCheck } from '../../features/presence/zone-check.tsx'
import { EnterZoneDialog } from '../../features/zones/enter-zone-dialog.tsx'
import { MyZonesPage } from '../../features/zones/my-zones-page.tsx'
import { ZoneDetails } from '../../features/zones/zone-details.tsx'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

/** `zone`: whose details are open. */
export const managerZonesRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.managerZones,
  validateSearch: (search): { zone?: string } => ({
    zone: typeof search.zone === 'string' ? search.zone : undefined,
  }),
  component: ManagerZones,
})

/** Admins see all active zones; the others the selected one; zone managers, without one, those they manage. */
function useZonesShown() {
  const { profile } = useMe()
  const { zone, availableZones } = useSelectedZone()
  if (isInternalAdmin(profile.role)) return availableZones
  if (zone) return [zone]
  return availableZones.filter(({ myRole }) => isZoneManager(myRole))
}

function ManagerZones() {
  const { zone } = managerZonesRoute.useSearch()
  const navigate = managerZonesRoute.useNavigate()
  const rights = useZoneRights()
  return (
    <MyZonesPage
      title="My Zones"
      zones={useZonesShown()}
      openId={zone}
      onOpen={id => void navigate({ search: { zone: id }, replace: id === undefined })}
      renderPresence={one => (
        <ZoneCheck
          zone={one}
          screen="member"
          recent={2}
          label={isInternalAdmin(rights(one.id).role) ? 'Location Check' : 'Check Location'}
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
