import { organisationStatuses } from '@muster/domain/organisation.ts'
import { zoneRequestStatuses } from '@muster/domain/zone-request.ts'
import { createSearchParser, param } from '../../lib/search-props.ts'

export const parseOrganisationsSearch = createSearchParser({
  q: param.text,
  status: param.word(...organisationStatuses),
  /** The organisation whose details are open. */
  organisation: param.text,
})
export type OrganisationsSearch = ReturnType<typeof parseOrganisationsSearch>

export const parseZoneRequestsSearch = createSearchParser({
  status: param.word(...zoneRequestStatuses),
  /** The request whose details are open. */
  request: param.text,
})
export type ZoneRequestsSearch = ReturnType<typeof parseZoneRequestsSearch>
