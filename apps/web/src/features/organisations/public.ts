/** The public interface of the organisations feature. */
export { OrganisationSelect } from './organisation-select.tsx'
export { type NewZonePlace, noPlace, useNewZonePlace } from './use-new-zone-place.tsx'
export { useOrganisations } from './use-organisations.ts'
export { ZoneRequestsLink } from './zone-requests-link.tsx'
