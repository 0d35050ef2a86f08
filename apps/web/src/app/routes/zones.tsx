import { createRoute } from '@tanstack/react-router'
import { locate } from '../../features/presence/locate.ts'
import { PresencePanel } from '../../features/presence/presence-panel.tsx'
import { useZoneRights } from '../../features/presence/use-zone-rights.ts'
import { ZoneCheck } from '../../features/presence/zone-check.tsx'
import { EnterZoneDialog } from '../../features/zones/enter-zone-dialog.tsx'
import { zoneFilterOf } from '../../features/zones/filter-zones.ts'
import { ZoneDetails } from '../../features/zones/zone-details.tsx'
import { ZonesPage, type ZonesPageSearch } from '../../features/zones/zones-page.tsx'
import { uuidV7 } from '../../lib/uuid-v7.ts'
import { paths } from '../paths.ts'
import { inShellRoute } from './in-shell.tsx'

/** `q`, `status`: search and filter. `zone`: whose details are open. */
export const zonesRoute = createRoute({
  getParentRoute: () => inShellRoute,
  path: paths.zones,
  validateSearch: (search): ZonesPageSearch => ({
    ...zoneFilterOf(search),
    zone: typeof search.zone === 'string' ? search.zone : undefined,
  }),
  component: Zones,
})

const tools = { newId: () => uuidV7(), locate }

function Zones() {
  const search = zonesRoute.useSearch()
  const navigate = zonesRoute.useNavigate()
  const rights = useZoneRights()
  return (
    <ZonesPage
      search={search}
      onSearch={(changes, options) =>
        void navigate({ search: { ...search, ...changes }, replace: options?.replace })
      }
      tools={tools}
      renderCheck={zone => (
        <ZoneCheck zone={zone} screen="zone" onlyOnceChecked EnterZone={EnterZoneDialog} />
      )}
      renderDetails={zone => (
        <ZoneDetails
          zone={zone}
          presence={
            rights(zone.id).watches && (
              <PresencePanel
                zone={zone}
                EnterZone={EnterZoneDialog}
                check={rights(zone.id).checks ? 'zone' : undefined}
              />
            )
          }
        />
      )}
    />
  )
}
