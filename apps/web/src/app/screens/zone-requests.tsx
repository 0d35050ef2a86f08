import type { ZoneRequestsSearch } from '../../features/organisations/organisations-search.ts'
import { ZoneRequestsPage } from '../../features/organisations/zone-requests-page.tsx'
import { EditZoneDialog } from '../../features/zones/drawing/edit-zone-dialog.tsx'
import { RequestZoneDialog } from '../../features/zones/drawing/request-zone-dialog.tsx'
import type { SearchProps } from '../../lib/search-props.ts'

export const ZoneRequests = (address: SearchProps<ZoneRequestsSearch>) => (
  <ZoneRequestsPage {...address} editZone={EditZoneDialog} requestZone={RequestZoneDialog} />
)
