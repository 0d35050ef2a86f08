import { limits } from '@muster/domain/limits.ts'
import { roles } from '@muster/domain/role.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { grantablePermissions } from '@muster/domain/zone-permission.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, latLng } from './ids.ts'
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
  /** Counts the shapes the zone has had; a check remembers by which one it was judged. */
  shapeVersion: z.int().min(1),
  center: latLng,
  maxCapacity: z.int().nullable(),
  currentOccupancy: z.int(),
  /** How many of them were not seen within the freshness limit (`limits.presenceStaleMs`); counted every minute. */
  unseenOccupancy: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** What its organisation is called, for internal admins, where there are several. */
  organisation: z.string().optional(),
})
export type Zone = z.infer<typeof zone>

/** A zone as a list of all shows it: its shape, which may have thousands of points, is asked for with `get`. */
export const listedZone = zone.omit({ shape: true, shapeVersion: true, center: true })
export type ListedZone = z.infer<typeof listedZone>

const somePermissions = z.array(z.enum(grantablePermissions)).max(grantablePermissions.length)

/** A zone as its member sees it: with the member's role there and whether the PIN has been entered. */
export const myZone = zone.extend({
  /** The role of the assignment; for internal admins their global role. */
  myRole: z.enum(roles),
  /** How the caller's permissions differ from that role: see `mayInZone`. */
  granted: somePermissions,
  revoked: somePermissions,
  /**
   * They were added by somebody else and have not accepted yet: entering or selecting the zone accepts. Until then nothing is said
   * of who is inside: both occupancies are 0, and are not to be shown.
   */
  invited: z.boolean(),
  /** They have starred it: it stands first among the zones to choose from. */
  starred: z.boolean(),
  /** Until when the PIN-verified entry of this session lasts; null when not entered or not needed. */
  entryExpiresAt: instant.nullable(),
})
export type MyZone = z.infer<typeof myZone>

export const zoneForm = z.strictObject({
  name: oneLine(120).min(1, 'Zone name is required'),
  description: text(2000).default(''),
  maxCapacity: count.min(1, 'Max capacity must be a positive number').max(1_000_000).nullable().default(null),
  shape: zoneShape,
})

/** Why an organisation takes no further zone. */
export const organisationRefusals = [
  'ORGANISATION_REQUIRED',
  'ORGANISATION_NOT_FOUND',
  'ORGANISATION_SUSPENDED',
  'ORGANISATION_ZONES_FULL',
  'ORGANISATION_PEOPLE_FULL',
] as const

/** The caller's own entry PIN: whether it may be tried, and until when it is locked; null: until a manager resets it. */
export const ownPin = z.object({
  state: z.enum(['open', 'locked', 'not_set']),
  lockedUntil: instant.nullable(),
  /** When they last asked the managers to reset it, while it is locked. */
  resetAskedAt: instant.nullable(),
})
export type OwnPin = z.infer<typeof ownPin>

export const zones = {
  /**
   * The caller's available zones by name: active ones they are assigned to; for internal admins the active zones. What an app
   * asks first, in one answer; where there are more of them, `total` says how many, and `available` has them page by page.
   */
  mine: signedIn('GET /zones/mine', 'get_my_zones', "List one's own zones").output(
    z.object({ zones: z.array(myZone).max(limits.myZonesMost), total: z.int().optional() }),
  ),
  /** The same zones by name, page by page, those whose name or description holds every word of `search`. */
  available: signedIn(
    'GET /zones/available',
    'list_available_zones',
    'List the zones one may choose from, paged',
  )
    .input(
      paging.extend({
        search: text(200).optional(),
        /** Only this one, if it is among them. */
        zoneId: id.optional(),
      }),
    )
    .output(page(myZone))
    .errors(pick('CURSOR_INVALID')),
  /** Stars a zone for oneself, or takes the star away. */
  star: inZone('PUT /zones/{zoneId}/star', 'star_zone', 'Star a zone, or take the star away')
    .input(z.strictObject({ zoneId: id, starred: z.boolean() }))
    .output(z.object({ starred: z.boolean() })),
  /**
   * The zones of whatever status whose name or description holds every word of `search`, newest first. Internal admins
   * only.
   */
  all: signedIn('GET /zones', 'get_all_zones_for_admin', 'List all zones, filtered and paged')
    .input(paging.extend({ search: text(200).optional(), status: z.enum(zoneStatuses).optional() }))
    .output(page(listedZone))
    .errors(pick('CURSOR_INVALID')),
  /** How many zones there are, in all and of each status. Internal admins only. */
  counts: signedIn('GET /zones/counts', 'count_zones', 'Count zones by status').output(
    z.object({ all: z.int(), active: z.int(), pending: z.int(), suspended: z.int() }),
  ),
  get: inZone('GET /zones/{zoneId}', 'get_zone', 'Read one zone')
    .input(z.strictObject({ zoneId: id }))
    .output(zone),
  /**
   * `requestId` is made by the client, so that sending twice creates one zone; with other content it is refused. The id of
   * the zone comes from the server. Where the organisation asks for approval, the zone is pending and waits for it.
   */
  create: signedIn('POST /zones', 'create_zone', 'Create a zone', 201)
    .input(
      zoneForm.extend({
        requestId: id,
        /** Needed by who looks after several. */
        organisationId: id.optional(),
        /** To those who decide, where the zone waits for approval. */
        note: text(limits.zoneRequestNoteLength).default(''),
      }),
    )
    .output(zone)
    .errors(pick('ZONE_INVALID', 'REQUEST_ID_TAKEN', 'ZONES_FULL', ...organisationRefusals)),
  /**
   * Verifies the caller's own entry PIN and opens the zone for this session. Roles that need no PIN select the zone by it.
   * An invited person accepts by it.
   * `userEmail`, when given, must be the caller's own.
   */
  enter: signedIn('POST /zones/{zoneId}/enter', 'verify_zone_entry_pin', 'Enter a zone with the PIN')
    .input(z.strictObject({ zoneId: id, pin: exactText(16), userEmail: exactText(254).optional() }))
    .output(z.object({ entryExpiresAt: instant.nullable() }))
    .errors(
      pick('ZONE_NOT_FOUND', 'INVALID_PIN', 'PIN_LOCKED', 'PIN_NOT_SET', 'EMAIL_MISMATCH', 'PIN_INVALID'),
    ),
  /** Whether the caller's own entry PIN may be tried now. */
  myPin: signedIn('GET /pin', 'get_my_pin', "Read whether one's entry PIN may be tried").output(ownPin),
  /**
   * Tells those who may reset PINs in the zone that the caller's is locked and that they wait for it. Asked again within a
   * quarter of an hour nobody is told again; the answer says when they were.
   */
  askPinReset: inZone(
    'POST /zones/{zoneId}/pin-reset-request',
    'ask_for_pin_reset',
    "Ask a zone's managers to unlock one's PIN",
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ askedAt: instant }))
    .errors(pick('PIN_NOT_SET', 'PIN_NOT_LOCKED')),
}
