export const organisationStatuses = ['active', 'suspended'] as const
export type OrganisationStatus = (typeof organisationStatuses)[number]
