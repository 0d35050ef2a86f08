import { type OrganisationStatus, organisationStatuses } from '@muster/domain/organisation.ts'
import { type ZoneRequestStatus, zoneRequestStatuses } from '@muster/domain/zone-request.ts'
import { readTextParam } from '../../lib/search-props.ts'

export type OrganisationsSearch = {
  q?: string | undefined
  status?: OrganisationStatus | undefined
  /** The organisation whose details are open. */
  organisation?: string | undefined
}

/** Parses the search parameters, ignoring invalid ones. */
export const parseOrganisationsSearch = (search: Record<string, unknown>): OrganisationsSearch => ({
  q: readTextParam(search.q),
  status: organisationStatuses.find(option => option === search.status),
  organisation: readTextParam(search.organisation),
})

export type ZoneRequestsSearch = {
  status?: ZoneRequestStatus | undefined
  /** The request whose details are open. */
  request?: string | undefined
}

export const parseZoneRequestsSearch = (search: Record<string, unknown>): ZoneRequestsSearch => ({
  status: zoneRequestStatuses.find(option => option === search.status),
  request: readTextParam(search.request),
})
