import { type OrganisationStatus, organisationStatuses } from '@muster/domain/organisation.ts'
import { type ZoneRequestStatus, zoneRequestStatuses } from '@muster/domain/zone-request.ts'
import { textIn } from '../../lib/in-address.ts'

export type OrganisationsSearch = {
  q?: string | undefined
  status?: OrganisationStatus | undefined
  /** The organisation with open details. */
  organisation?: string | undefined
}

/** Parses the search parameters, ignoring invalid ones. */
export const parseOrganisationsSearch = (search: Record<string, unknown>): OrganisationsSearch => ({
  q: textIn(search.q),
  status: organisationStatuses.find(option => option === search.status),
  organisation: textIn(search.organisation),
})

export type ZoneRequestsSearch = {
  status?: ZoneRequestStatus | undefined
  /** The request with open details. */
  request?: string | undefined
}

export const parseZoneRequestsSearch = (search: Record<string, unknown>): ZoneRequestsSearch => ({
  status: zoneRequestStatuses.find(option => option === search.status),
  request: textIn(search.request),
})
