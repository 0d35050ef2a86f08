import { limits } from '@muster/domain/limits.ts'
import { zoneDecisions, zoneRequestStatuses } from '@muster/domain/zone-request.ts'
import { z } from 'zod'
import { signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, latLng } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { oneLine, text } from './texts.ts'
import { organisationRefusals, zone } from './zones.ts'

/** A zone that somebody asked for, and what became of it. */
export const zoneRequest = z.object({
  id,
  /** Null once the zone is gone. */
  zoneId: id.nullable(),
  name: z.string(),
  /** Null while there is only one organisation. */
  organisation: z.string().nullable(),
  /** Null of a deleted account. */
  requestedBy: z.object({ id, name: z.string() }).nullable(),
  note: z.string(),
  status: z.enum(zoneRequestStatuses),
  decidedAt: instant.nullable(),
  decisionNote: z.string(),
  createdAt: instant,
})
export type ZoneRequest = z.infer<typeof zoneRequest>

/** `zone`: as it would be opened, or was; null once it is gone, or no longer the caller's. */
export const zoneRequestDetail = zoneRequest.extend({ zone: zone.nullable() })
export type ZoneRequestDetail = z.infer<typeof zoneRequestDetail>

const ofOne = { zoneRequestId: id }
const note = text(limits.zoneRequestNoteLength)

export const zoneRequests = {
  /** Newest first: all for those who decide, one's own for others. */
  list: signedInProcedure
    .route({
      method: 'GET',
      path: '/zone-requests',
      operationId: 'list_zone_requests',
      summary: 'List zone requests, filtered and paged',
      tags: ['zone requests'],
    })
    .input(paging.extend({ status: z.enum(zoneRequestStatuses).optional() }))
    .output(page(zoneRequest))
    .errors(pick('CURSOR_INVALID')),
  /** How many wait for a decision, and how many wait for who asked. */
  counts: signedInProcedure
    .route({
      method: 'GET',
      path: '/zone-requests/counts',
      operationId: 'count_zone_requests',
      summary: 'Count open zone requests',
      tags: ['zone requests'],
    })
    .output(z.object({ pending: z.int(), returned: z.int() })),
  get: signedInProcedure
    .route({
      method: 'GET',
      path: '/zone-requests/{zoneRequestId}',
      operationId: 'get_zone_request',
      summary: 'Read one zone request with its zone',
      tags: ['zone requests'],
    })
    .input(z.strictObject(ofOne))
    .output(zoneRequestDetail)
    .errors(pick('ZONE_REQUEST_NOT_FOUND')),
  /**
   * Asks for a zone around a place: a box of `radiusM` metres to each side, at 111,000 m a degree. Pending until it is
   * approved; of the default organisation for who belongs to none. `requestId` is made by the client: sending twice asks once.
   */
  submit: signedInProcedure
    .route({
      method: 'POST',
      path: '/zone-requests',
      operationId: 'submit_zone_request',
      summary: 'Ask for a zone around a place',
      tags: ['zone requests'],
      successStatus: 201,
    })
    .input(
      z.strictObject({
        requestId: id,
        organisationId: id.optional(),
        name: oneLine(120).min(1, 'Zone name is required'),
        description: text(2000).default(''),
        center: z.strictObject(latLng.shape),
        radiusM: count.min(limits.zoneRadiusLeastM).max(limits.zoneRadiusMostM).default(limits.zoneRadiusM),
        note: note.default(''),
      }),
    )
    .output(zoneRequest)
    .errors(pick('ZONE_INVALID', 'ZONES_FULL', 'REQUEST_ID_TAKEN', ...organisationRefusals)),
  /** After it was returned: for a decision once more. By who asked. */
  resubmit: signedInProcedure
    .route({
      method: 'POST',
      path: '/zone-requests/{zoneRequestId}/resubmission',
      operationId: 'resubmit_zone_request',
      summary: 'Send a returned zone request again',
      tags: ['zone requests'],
    })
    .input(z.strictObject({ ...ofOne, note: note.default('') }))
    .output(zoneRequest)
    .errors(pick('ZONE_REQUEST_NOT_FOUND', 'ZONE_REQUEST_DECIDED')),
  /** Takes an open request back; its zone goes. By who asked. */
  withdraw: signedInProcedure
    .route({
      method: 'POST',
      path: '/zone-requests/{zoneRequestId}/withdrawal',
      operationId: 'withdraw_zone_request',
      summary: 'Take a zone request back',
      tags: ['zone requests'],
    })
    .input(z.strictObject(ofOne))
    .output(zoneRequest)
    .errors(pick('ZONE_REQUEST_NOT_FOUND', 'ZONE_REQUEST_DECIDED')),
  /** Approved, the zone is active; refused, it goes. Who returns or refuses says why. */
  decide: signedInProcedure
    .route({
      method: 'POST',
      path: '/zone-requests/{zoneRequestId}/decision',
      operationId: 'decide_zone_request',
      summary: 'Approve, return or refuse a zone request',
      tags: ['zone requests'],
    })
    .input(
      z
        .strictObject({ ...ofOne, decision: z.enum(zoneDecisions), note: note.default('') })
        .refine(({ decision, note }) => decision === 'approved' || note !== '', {
          path: ['note'],
          message: 'Say why',
        }),
    )
    .output(zoneRequest)
    .errors(pick('ZONE_REQUEST_NOT_FOUND', 'ZONE_REQUEST_DECIDED', 'ORGANISATION_SUSPENDED')),
}
