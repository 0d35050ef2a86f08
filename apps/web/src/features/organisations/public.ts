/** The organisation components and hooks used by the shell, the dashboards, and the zones and accounts features. */
export { OrganisationFilter } from './organisation-filter.tsx'
export { OrganisationSelect } from './organisation-select.tsx'
export { type NewZonePlace, noPlace, useNewZonePlace } from './use-new-zone-place.tsx'
export { useOrganisations } from './use-organisations.ts'
export { ZoneRequestsLink } from './zone-requests-link.tsx'
