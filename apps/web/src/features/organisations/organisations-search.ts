import { organisationStatuses } from '@muster/domain/organisation.ts'
import { zoneRequestStatuses } from '@muster/domain/zone-request.ts'
import { createSearchParser, readTextParam, readWordParam } from '../../lib/search-props.ts'

export const parseOrganisationsSearch = createSearchParser({
  q: readTextParam,
  status: readWordParam(...organisationStatuses),
  /** The organisation whose details are open. */
  organisation: readTextParam,
})
export type OrganisationsSearch = ReturnType<typeof parseOrganisationsSearch>

export const parseZoneRequestsSearch = createSearchParser({
  status: readWordParam(...zoneRequestStatuses),
  /** The request whose details are open. */
  request: readTextParam,
})
export type ZoneRequestsSearch = ReturnType<typeof parseZoneRequestsSearch>
