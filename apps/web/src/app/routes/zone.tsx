import { createRoute } from '@tanstack/react-router'
import { PresencePanel } from '../../features/presence/presence-panel.tsx'
import { useZoneRights } from '../../features/presence/use-zone-rights.ts'
import { ZoneCheck } from '../../features/presence/zone-check.tsx'
import { EnterZoneDialog } from '../../features/zones/enter-zone-dialog.tsx'
import { ZonePage } from '../../features/zones/zone-page.tsx'
import { inShellRoute } from './in-shell.tsx'

export const zoneRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: '/zones/$zoneId',
  component: ZoneById,
})

function ZoneById() {
  const { zoneId } = zoneRoute.useParams()
  const rights = useZoneRights()
  return (
    <ZonePage
      key={zoneId}
      zoneId={zoneId}
      renderCheck={zone => (
        <ZoneCheck zone={zone} screen="zone" recent={3} showPlace EnterZone={EnterZoneDialog} />
      )}
      renderPresence={zone =>
        rights(zone.id).watches && <PresencePanel zone={zone} EnterZone={EnterZoneDialog} />
      }
    />
  )
}
