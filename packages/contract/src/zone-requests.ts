import { limits } from '@muster/domain/limits.ts'
import { zoneDecisions, zoneRequestStatuses } from '@muster/domain/zone-request.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, latLng } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { oneLine, text } from './texts.ts'
import { organisationRefusals, zone } from './zones.ts'

const { signedIn } = callsTagged('zone requests')

export const zoneRequest = z.object({
  id,
  /** Null once the zone has been deleted. */
  zoneId: id.nullable(),
  name: z.string(),
  /** Null while the installation has only one organisation. */
  organisation: z.string().nullable(),
  /** Null if the account has been deleted. */
  requestedBy: z.object({ id, name: z.string() }).nullable(),
  note: z.string(),
  status: z.enum(zoneRequestStatuses),
  decidedAt: instant.nullable(),
  decisionNote: z.string(),
  createdAt: instant,
})
export type ZoneRequest = z.infer<typeof zoneRequest>

/** `zone`: the zone as proposed or, once approved, as opened; null once it is deleted or no longer accessible to the caller. */
export const zoneRequestDetail = zoneRequest.extend({ zone: zone.nullable() })
export type ZoneRequestDetail = z.infer<typeof zoneRequestDetail>

const zoneRequestRef = { zoneRequestId: id }
const note = text(limits.zoneRequestNoteLength)

export const zoneRequests = {
  /** Newest first: all for approvers, own for everybody else. */
  list: signedIn('GET /zone-requests', 'list_zone_requests', 'List zone requests, filtered and paged')
    .input(paging.extend({ status: z.enum(zoneRequestStatuses).optional() }))
    .output(page(zoneRequest))
    .errors(pick('CURSOR_INVALID')),
  /** Visible ones that wait for a decision (`pending`) or were returned to their author (`returned`). */
  counts: signedIn('GET /zone-requests/counts', 'count_zone_requests', 'Count open zone requests').output(
    z.object({ pending: z.int(), returned: z.int() }),
  ),
  get: signedIn(
    'GET /zone-requests/{zoneRequestId}',
    'get_zone_request',
    'Read one zone request with its zone',
  )
    .input(z.strictObject(zoneRequestRef))
    .output(zoneRequestDetail)
    .errors(pick('ZONE_REQUEST_NOT_FOUND')),
  /**
   * A box, `radiusM` metres to each side at 111,000 m per degree. Pending until approved, in the default organisation if the caller
   * has none. Repeating `requestId` creates one.
   */
  submit: signedIn('POST /zone-requests', 'submit_zone_request', 'Ask for a zone around a place', 201)
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
  /** Submits a returned request for another decision. Only available to its author. */
  resubmit: signedIn(
    'POST /zone-requests/{zoneRequestId}/resubmission',
    'resubmit_zone_request',
    'Send a returned zone request again',
  )
    .input(z.strictObject({ ...zoneRequestRef, note: note.default('') }))
    .output(zoneRequest)
    .errors(pick('ZONE_REQUEST_NOT_FOUND', 'ZONE_REQUEST_DECIDED')),
  /** Withdraws an open request and deletes its zone. Only available to its author. */
  withdraw: signedIn(
    'POST /zone-requests/{zoneRequestId}/withdrawal',
    'withdraw_zone_request',
    'Take a zone request back',
  )
    .input(z.strictObject(zoneRequestRef))
    .output(zoneRequest)
    .errors(pick('ZONE_REQUEST_NOT_FOUND', 'ZONE_REQUEST_DECIDED')),
  /** Decides a request. Approval activates the zone; rejection deletes it. Returning or rejecting requires a reason. */
  decide: signedIn(
    'POST /zone-requests/{zoneRequestId}/decision',
    'decide_zone_request',
    'Approve, return or refuse a zone request',
  )
    .input(
      z
        .strictObject({
          ...zoneRequestRef,
          decision: z.enum(zoneDecisions),
          note: note.default('').describe('Required unless the request is approved.'),
        })
        .refine(({ decision, note }) => decision === 'approved' || note !== '', {
          path: ['note'],
          message: 'Say why',
        }),
    )
    .output(zoneRequest)
    .errors(pick('ZONE_REQUEST_NOT_FOUND', 'ZONE_REQUEST_DECIDED', 'ORGANISATION_SUSPENDED')),
}
