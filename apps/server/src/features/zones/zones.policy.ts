import { defineResource } from '../../rpc/define-resource.ts'
import { lockedRequestQuery, ownRequestQuery, zoneRequestQuery } from './zone-requests.queries.ts'

type ZoneRequestInput = { readonly zoneRequestId: string }

/** A zone request, visible to its author and to the people who decide. */
export const ofZoneRequest = defineResource({
  name: 'zoneRequest',
  notFound: 'ZONE_REQUEST_NOT_FOUND',
  query: (tx, { zoneRequestId }: ZoneRequestInput) => zoneRequestQuery(tx, zoneRequestId),
})

/** Locked until the end of the transaction, so that the second of two concurrent decisions sees the first. */
export const ofDecidableRequest = defineResource({
  name: 'zoneRequest',
  notFound: 'ZONE_REQUEST_NOT_FOUND',
  query: (tx, { zoneRequestId }: ZoneRequestInput) => lockedRequestQuery(tx, zoneRequestId),
})

/** A zone request for its author, as long as they belong to its organisation or are an internal admin. */
export const ofOwnRequest = defineResource({
  name: 'ownRequest',
  notFound: 'ZONE_REQUEST_NOT_FOUND',
  query: (tx, { zoneRequestId }: ZoneRequestInput, { userId }) => ownRequestQuery(tx, zoneRequestId, userId),
})
