import { defineResource } from '../../rpc/define-resource.ts'
import { organisationQuery } from './organisations.queries.ts'

/** An organisation the actor manages; for internal admins, any organisation. */
export const ofOrganisation = defineResource({
  name: 'organisation',
  notFound: 'ORGANISATION_NOT_FOUND',
  query: (tx, { organisationId }: { readonly organisationId: string }) =>
    organisationQuery(tx, organisationId),
})
