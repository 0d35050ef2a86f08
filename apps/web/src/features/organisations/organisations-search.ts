import { type OrganisationStatus, organisationStatuses } from '@muster/domain/organisation.ts'
import { type ZoneRequestStatus, zoneRequestStatuses } from '@muster/domain/zone-request.ts'

export type OrganisationsSearch = {
  q?: string | undefined
  status?: OrganisationStatus | undefined
  /** Whose details are open. */
  organisation?: string | undefined
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** What an address says; nonsense counts as nothing. */
export const organisationsSearchOf = (search: Record<string, unknown>): OrganisationsSearch => ({
  q: textOf(search.q),
  status: organisationStatuses.find(one => one === search.status),
  organisation: textOf(search.organisation),
})

export type ZoneRequestsSearch = {
  status?: ZoneRequestStatus | undefined
  /** The one that is open. */
  request?: string | undefined
}

export const zoneRequestsSearchOf = (search: Record<string, unknown>): ZoneRequestsSearch => ({
  status: zoneRequestStatuses.find(one => one === search.status),
  request: textOf(search.request),
})
