import { isInternalAdmin, isZoneManager } from '@muster/domain/role.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { type OpenZone, OwnZonesPage } from './own-zones-page.tsx'

/** Admins see all active zones; the others the selected one; zone managers, without one, those they manage. */
function useZonesShown() {
  const { profile } = useMe()
  const { zone, availableZones } = useSelectedZone()
  if (isInternalAdmin(profile.role)) return availableZones
  if (zone) return [zone]
  return availableZones.filter(({ myRole }) => isZoneManager(myRole))
}

/** My Zones of a manager. */
export function ManagedZonesPage(open: OpenZone) {
  const { profile } = useMe()
  const label = isInternalAdmin(profile.role) ? 'Location Check' : 'Check Location'
  return (
    <OwnZonesPage {...open} title="My Zones" zones={useZonesShown()} checkOf={() => ({ recent: 2, label })} />
  )
}
