import { limits } from '@muster/domain/limits.ts'
import { roles } from '@muster/domain/role.ts'
import { zoneSorts, zoneStatuses } from '@muster/domain/zone.ts'
import { grantablePermissions } from '@muster/domain/zone-permission.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, latLng } from './ids.ts'
import { insideParts } from './inside-parts.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { exactText, oneLine, text } from './texts.ts'
import { zoneShape } from './zone-shape.ts'

const { signedIn, inZone } = callsTagged('zones')

export const zone = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(zoneStatuses),
  shape: zoneShape,
  /** The version number of the current shape. Each check records the version against which it was judged. */
  shapeVersion: z.int().min(1),
  center: latLng,
  maxCapacity: z.int().nullable(),
  /** Everybody inside, each once: by phone, by badge and visitors. */
  currentOccupancy: z.int(),
  /** Null if the caller may not see who is inside. */
  parts: insideParts.nullable(),
  /** The number of people inside who were not seen lately, counted every minute (`limits.presenceStaleMs`, `badgeUnseenMs`). */
  unseenOccupancy: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** The name of the zone's organisation. Only for internal admins, and only if there are several organisations. */
  organisation: z.string().optional(),
})
export type Zone = z.infer<typeof zone>

/** A zone in a list of all zones. Its shape, which may have thousands of points, is fetched with `get`. */
export const listedZone = zone.omit({ shape: true, shapeVersion: true, center: true })
export type ListedZone = z.infer<typeof listedZone>

/** A zone in the list of all zones, with the number of its members. */
export const zoneRow = listedZone.extend({ members: z.int() })
export type ZoneRow = z.infer<typeof zoneRow>

/** Filters of the list and the map of all zones. */
export const zoneFilter = z.strictObject({
  search: text(200).optional(),
  status: z.enum(zoneStatuses).optional(),
  organisationId: id.optional(),
})

const permissionList = z.array(z.enum(grantablePermissions)).max(grantablePermissions.length)

/** A zone as shown to a person who may enter it, with their role there and the state of their entry. */
export const myZone = zone.extend({
  /** The role of the caller's assignment; for internal admins their global role. */
  myRole: z.enum(roles),
  /** The differences between the caller's permissions and that role; see `mayInZone`. */
  granted: permissionList,
  revoked: permissionList,
  /** Not accepted yet; entering or selecting the zone does. Until then both figures are 0 and must not be shown. */
  invited: z.boolean(),
  /** True if the caller starred the zone, which puts it first when choosing a zone. */
  starred: z.boolean(),
  /** When this session's PIN-verified entry expires; null if the zone was not entered or needs no PIN. */
  entryExpiresAt: instant.nullable(),
})
export type MyZone = z.infer<typeof myZone>

export const zoneForm = z.strictObject({
  name: oneLine(120).min(1, 'Zone name is required'),
  description: text(2000).default(''),
  maxCapacity: count.min(1, 'Max capacity must be a positive number').max(1_000_000).nullable().default(null),
  shape: zoneShape,
})

/** The errors for an organisation in which the caller cannot create a zone. */
export const organisationRefusals = [
  'ORGANISATION_REQUIRED',
  'ORGANISATION_NOT_FOUND',
  'ORGANISATION_SUSPENDED',
  'ORGANISATION_ZONES_FULL',
  'ORGANISATION_PEOPLE_FULL',
] as const

/** The state of the caller's entry PIN. `lockedUntil` is null for a lock that only a manager's reset can clear. */
export const ownPin = z.object({
  state: z.enum(['open', 'locked', 'not_set']),
  lockedUntil: instant.nullable(),
  /** When the caller last asked the managers to reset the locked PIN. */
  resetAskedAt: instant.nullable(),
})
export type OwnPin = z.infer<typeof ownPin>

export const zones = {
  /**
   * By name: assigned and active; internal admins, all active. Clients call this first. If one response holds too few, `total` is
   * their number and `available` pages.
   */
  mine: signedIn('GET /zones/mine', 'get_my_zones', "List one's own zones").output(
    z.object({ zones: z.array(myZone).max(limits.myZonesMost), total: z.int().optional() }),
  ),
  /**
   * Lists the caller's available zones (see `mine`) page by page, ordered by name. A search matches zones whose name or description
   * contains each word of `search`.
   */
  available: signedIn(
    'GET /zones/available',
    'list_available_zones',
    'List the zones one may choose from, paged',
  )
    .input(
      paging.extend({
        search: text(200).optional(),
        /** Limits the list to this zone, if it is available. */
        zoneId: id.optional(),
      }),
    )
    .output(page(myZone))
    .errors(pick('CURSOR_INVALID')),
  star: inZone('PUT /zones/{zoneId}/star', 'star_zone', 'Star a zone, or take the star away')
    .input(z.strictObject({ zoneId: id, starred: z.boolean() }))
    .output(z.object({ starred: z.boolean() })),
  /**
   * Each word of `search` in name or description. `order` reverses: newest and fullest first, names ascending. Internal admins only.
   */
  all: signedIn('GET /zones', 'get_all_zones_for_admin', 'List all zones, filtered and paged')
    .input(
      paging.extend({
        ...zoneFilter.shape,
        sort: z.enum(zoneSorts).default('newest'),
        order: z.enum(['asc', 'desc']).optional(),
      }),
    )
    .output(page(zoneRow))
    .errors(pick('CURSOR_INVALID')),
  /** Includes the total. Internal admins only. */
  counts: signedIn('GET /zones/counts', 'count_zones', 'Count zones by status')
    .input(zoneFilter.optional())
    .output(z.object({ all: z.int(), active: z.int(), pending: z.int(), suspended: z.int() })),
  get: inZone('GET /zones/{zoneId}', 'get_zone', 'Read one zone')
    .input(z.strictObject({ zoneId: id }))
    .output(zone),
  /** Repeating `requestId` creates one; different content is rejected. Pending until approved, if the organisation requires it. */
  create: signedIn('POST /zones', 'create_zone', 'Create a zone', 201)
    .input(
      zoneForm.extend({
        requestId: id,
        /** Required if the caller manages several organisations. */
        organisationId: id.optional(),
        /** A note for the approvers, if the zone needs approval. */
        note: text(limits.zoneRequestNoteLength).default(''),
      }),
    )
    .output(zone)
    .errors(pick('ZONE_INVALID', 'REQUEST_ID_TAKEN', 'ZONES_FULL', ...organisationRefusals)),
  /** For this session; also without PIN, to select it. Accepts an invitation. `userEmail`, if given, must be the caller's own. */
  enter: signedIn('POST /zones/{zoneId}/enter', 'verify_zone_entry_pin', 'Enter a zone with the PIN')
    .input(z.strictObject({ zoneId: id, pin: exactText(16), userEmail: exactText(254).optional() }))
    .output(z.object({ entryExpiresAt: instant.nullable() }))
    .errors(
      pick('ZONE_NOT_FOUND', 'INVALID_PIN', 'PIN_LOCKED', 'PIN_NOT_SET', 'EMAIL_MISMATCH', 'PIN_INVALID'),
    ),
  /**
   * Enters them too, as `enter` does. A wrong PIN accepts none. Ended or inactive ones are `gone`. `pin` may be empty if no role
   * needs one.
   */
  acceptInvitations: signedIn(
    'POST /zones/invitations/accept',
    'accept_invitations',
    'Accept several invitations to zones with one PIN',
  )
    .input(
      z.strictObject({
        zoneIds: z.array(id).min(1).max(limits.invitationsAtOnce),
        pin: exactText(16),
      }),
    )
    .output(
      z.object({
        results: z
          .array(
            z.object({
              zoneId: id,
              outcome: z.enum(['accepted', 'gone']),
              /** When the entry into the zone ends; null if the zone needs no PIN or was not entered. */
              entryExpiresAt: instant.nullable(),
            }),
          )
          .max(limits.invitationsAtOnce),
      }),
    )
    .errors(pick('INVALID_PIN', 'PIN_LOCKED', 'PIN_NOT_SET', 'PIN_INVALID')),
  myPin: signedIn('GET /pin', 'get_my_pin', "Read whether one's entry PIN may be tried").output(ownPin),
  /** To those who may reset it. Within 15 minutes, even for another zone, alerts nobody again, but returns when. */
  askPinReset: inZone(
    'POST /zones/{zoneId}/pin-reset-request',
    'ask_for_pin_reset',
    "Ask a zone's managers to unlock one's PIN",
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ askedAt: instant }))
    .errors(pick('PIN_NOT_SET', 'PIN_NOT_LOCKED')),
}
