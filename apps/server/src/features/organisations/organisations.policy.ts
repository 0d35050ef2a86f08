import { thing } from '../../rpc/thing.ts'
import { organisationQuery } from './organisations.queries.ts'
import { lockedRequestQuery, ownRequestQuery, zoneRequestQuery } from './zone-requests.queries.ts'

/** An organisation that the actor looks after; to internal admins, any. */
export const ofOrganisation = thing({
  name: 'organisation',
  notFound: 'ORGANISATION_NOT_FOUND',
  query: (tx, { organisationId }: { readonly organisationId: string }) =>
    organisationQuery(tx, organisationId),
})

type Input = { readonly zoneRequestId: string }

/** A request for a zone, as its asker and those who decide see it. */
export const ofZoneRequest = thing({
  name: 'zoneRequest',
  notFound: 'ZONE_REQUEST_NOT_FOUND',
  query: (tx, { zoneRequestId }: Input) => zoneRequestQuery(tx, zoneRequestId),
})

/** The same for those who decide, locked until the end of the transaction: the second of two who decide at once finds what the first did. */
export const ofDecidableRequest = thing({
  name: 'zoneRequest',
  notFound: 'ZONE_REQUEST_NOT_FOUND',
  query: (tx, { zoneRequestId }: Input) => lockedRequestQuery(tx, zoneRequestId),
})

/** The same for its asker, while they belong to its organisation. */
export const ofOwnRequest = thing({
  name: 'ownRequest',
  notFound: 'ZONE_REQUEST_NOT_FOUND',
  query: (tx, { zoneRequestId }: Input, { userId }) => ownRequestQuery(tx, zoneRequestId, userId),
})
