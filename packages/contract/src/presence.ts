import { limits } from '@muster/domain/limits.ts'
import { trackingSources } from '@muster/domain/presence.ts'
import { roles } from '@muster/domain/role.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, latLng, measuredPosition } from './ids.ts'
import { insideParts } from './inside-parts.ts'
import { accuracy, latitudeText, longitudeText } from './numbers.ts'
import { page, paging } from './paging.ts'
import { lastSeenInVisit, mockPosition, mockVisit, presenceStatus } from './presence-word.ts'
import { text } from './texts.ts'

const { signedIn, inZone } = callsTagged('presence')

/** A position reading. The device creates `id` and `capturedAt` (device time). */
export const reading = latLng.extend({
  id,
  accuracyMeters: accuracy.nullable().default(null),
  capturedAt: instant,
  /** True if the device reports that another app faked the position. */
  mock: z.boolean().optional(),
})

/** The server's verdict for one reading and one zone. Distances are rounded to whole metres. */
export const checkAnswer = z.object({
  checkId: id,
  zoneId: id,
  zoneName: z.string(),
  /** `unclear`: a manual reading worse than 50 m whose accuracy circle touches the edge. It is recorded but changes nothing. */
  verdict: z.enum(['inside', 'outside', 'unclear']),
  /** True if the point itself lies inside, whatever its accuracy. */
  inside: z.boolean(),
  distanceToCenterM: z.int().min(0),
  distanceToEdgeM: z.int().min(0),
  /**
   * `uncertain`: the accuracy circle touches the edge of the zone. Unless they are manual, uncertain readings change `presence`
   * only if several agree.
   */
  certainty: z.enum(['certain', 'uncertain']),
  presence: presenceStatus,
  change: z.enum(['entered', 'left', 'none', 'stale']),
  capturedAt: instant,
  receivedAt: instant,
  /** The caller's, now inside too, nearest centre first. Omitted if none, and by the device endpoint, which returns all checks. */
  alsoInside: z.array(z.object({ zoneId: id, name: z.string() })).optional(),
})
export type CheckAnswer = z.infer<typeof checkAnswer>

const span = z.object({
  id,
  entryTime: instant,
  exitTime: instant.nullable(),
  lastSeen: lastSeenInVisit,
  durationMinutes: z.int().nullable(),
  mock: mockVisit,
})

export const visit = span.extend({
  userId: id,
  userName: z.string(),
  role: z.enum(roles),
  source: z.enum(trackingSources),
})
export type Visit = z.infer<typeof visit>

export const insidePerson = z.object({
  userId: id,
  name: z.string(),
  role: z.enum(roles),
  since: instant,
  lastSeen: instant,
  accuracyMeters: z.number().nullable(),
  mock: mockPosition,
})
export type InsidePerson = z.infer<typeof insidePerson>

/** Somebody on the roll of a zone, with the data needed to search for them. */
export const zoneRollPerson = z.object({
  /** The same on all pages. */
  person: z.string(),
  /** Null for people without an account. */
  userId: id.nullable(),
  /** `phone`, `badge` or `visitor`. */
  way: z.string(),
  firstName: z.string(),
  /** Set to 'Administrator', with an empty first name, if the reader may not see the profile, and 'Badge 4711 (unknown)' for a badge that is assigned to nobody. */
  lastName: z.string(),
  /** The number of the badge of people who are inside by it; null for visitors, and if the reader may not see the profile. */
  userCode: z.string().nullable(),
  /** Null if there is no number, or if the reader may not see the people of the zone. */
  phone: z.string().nullable(),
  lastSeen: instant,
  unseen: z.boolean(),
  mock: mockPosition,
  /** Where a badge was read; empty if that is unknown. */
  reader: z.string(),
  /** Company and host of a visitor. */
  note: z.string(),
})
export type ZoneRollPerson = z.infer<typeof zoneRollPerson>

/** A person who left a zone and has not come back, with the time of the exit. */
export const leftPerson = z.object({ userId: id, name: z.string(), role: z.enum(roles), at: instant })
export type LeftPerson = z.infer<typeof leftPerson>

/** Filters people by whether they were seen within the freshness limit. */
export const seenWhen = z.enum(['lately', 'long_ago'])

/** The last five who left and have not come back, and the last ten visits. `presence.inside` lists the people. */
export const presencePanel = z.object({
  zoneId: id,
  maxCapacity: z.int().nullable(),
  /** Everybody inside, each once: the same number as in the zone's events. */
  inside: z.int(),
  parts: insideParts,
  /** People inside who had not been seen lately at the last count, and those of them by badge. */
  unseen: z.int(),
  unseenByBadge: z.int(),
  recentlyLeft: z.array(leftPerson).max(limits.recentlyLeftLimit),
  history: z.array(visit).max(limits.historyLimit),
})
export type PresencePanel = z.infer<typeof presencePanel>

/** A zone in the list of zones that have people inside. */
export const insideZone = z.object({
  zoneId: id,
  name: z.string(),
  status: z.enum(zoneStatuses),
  maxCapacity: z.int().nullable(),
  inside: z.int(),
  parts: insideParts,
  /** People inside who had not been seen lately at the last count. */
  unseen: z.int(),
})
export type InsideZone = z.infer<typeof insideZone>

/** Selects the zones over capacity, or those with people inside who were not seen recently. */
export const insideZoneFilter = z.enum(['over', 'unseen'])

/** The caller's own presence in one of their zones. */
export const myPresence = z.object({
  zoneId: id,
  presence: presenceStatus,
  lastSeen: instant.nullable(),
  insideSince: instant.nullable(),
  source: z.enum(trackingSources).nullable(),
  mock: mockPosition,
  recent: z
    .array(
      z.object({ id, entryTime: instant, exitTime: instant.nullable(), durationMinutes: z.int().nullable() }),
    )
    .max(limits.historyShortLimit),
})
export type MyPresence = z.infer<typeof myPresence>

/** One reading in a batch. It applies to every zone of the sender if it is manual or has no `zoneId`. */
export const batchReading = reading.extend({
  zoneId: id.optional(),
  /** Defaults to `device`. `automatic`: taken by the app while a person shares their position; `manual`: requested by a person. */
  source: z.enum(trackingSources).optional(),
})
export type BatchReading = z.output<typeof batchReading>

/** `POST /ingest/positions`. Rejected only without a list of 1 to 500 items; each is validated alone (`batchReading`). */
export const positionsBatch = z.object({ readings: z.array(z.unknown()).min(1).max(500) })

/** `READING_INVALID`: the reading is malformed; the field `reason` explains why, and retrying is useless. */
export const refusals = [
  'ZONE_NOT_FOUND',
  'ZONE_NOT_ACTIVE',
  'CHECK_ID_TAKEN',
  'CONSENT_WITHDRAWN',
  'CONSENT_NEEDED',
  'READING_TOO_OLD',
  'READING_IN_FUTURE',
  'READING_INVALID',
] as const

/** One result per reading, in the order the readings were sent. */
export const positionsAnswer = z.object({
  results: z.array(
    z.object({
      /** Null for a reading without a valid id. */
      id: id.nullable(),
      checks: z.array(checkAnswer),
      refused: z.array(
        z.object({ zoneId: id.nullable(), code: z.enum(refusals), reason: z.string().optional() }),
      ),
    }),
  ),
})

/** The last known position of a person, for people who may track live locations. */
export const livePosition = z.object({
  userId: id,
  name: z.string(),
  inside: z.boolean(),
  ...measuredPosition,
  mock: mockPosition,
  at: instant,
})
export type LivePosition = z.infer<typeof livePosition>

export const presence = {
  /** The reading also applies to the caller's other zones, like a reading without a zone at the device endpoint. */
  checkUserInZone: inZone(
    'POST /zones/{zoneId}/check',
    'check_user_in_zone',
    "Check one's position against a zone",
  )
    .input(z.strictObject({ ...reading.shape, zoneId: id }))
    .output(checkAnswer)
    .errors(
      pick(
        'ZONE_NOT_ACTIVE',
        'CHECK_ID_TAKEN',
        'READING_TOO_OLD',
        'READING_IN_FUTURE',
        'CONSENT_WITHDRAWN',
        'CONSENT_NEEDED',
      ),
    ),
  pointInZone: inZone('GET /zones/{zoneId}/contains', 'point_in_zone', 'Test whether a point lies in a zone')
    .input(
      z.strictObject({
        zoneId: id,
        lat: latitudeText,
        lng: longitudeText,
      }),
    )
    .output(z.object({ inside: z.boolean() })),
  status: inZone(
    'GET /zones/{zoneId}/users/{userId}/status',
    'get_user_zone_status',
    'Read whether a person is inside a zone',
  )
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ status: presenceStatus }))
    .errors(pick('NOT_ASSIGNED')),
  panel: inZone('GET /zones/{zoneId}/presence', 'get_zone_presence', 'Read the presence panel of a zone')
    .input(z.strictObject({ zoneId: id }))
    .output(presencePanel),
  /** Lists a person's last visits to the zone, newest first. A non-member has none. */
  visitsOf: inZone(
    'GET /zones/{zoneId}/users/{userId}/visits',
    'get_zone_user_visits',
    "List a member's last visits to a zone",
  )
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(
      z.object({
        visits: z.array(span.extend({ source: z.enum(trackingSources) })).max(limits.historyLimit),
      }),
    ),
  /** Longest stay first. */
  inside: inZone('GET /zones/{zoneId}/presence/inside', 'list_people_inside', 'List who is inside a zone')
    .input(
      paging.extend({
        zoneId: id,
        /** Includes everybody by default. */
        seen: seenWhen.optional(),
        /** Prefixes of words in the name; all must match (`searchWords`). */
        search: text(200).optional(),
      }),
    )
    .output(page(insidePerson))
    .errors(pick('CURSOR_INVALID')),
  /** Within the last day (`limits.recentlyLeftMs`), not back since; last exit first. */
  left: inZone('GET /zones/{zoneId}/presence/left', 'list_people_who_left', 'List who left a zone recently')
    .input(
      paging.extend({
        zoneId: id,
        /** Prefixes of words in the name; all must match (`searchWords`). */
        search: text(200).optional(),
      }),
    )
    .output(
      page(leftPerson).extend({
        /** The number of people; null on later pages and with a search. */
        total: z.int().nullable(),
      }),
    )
    .errors(pick('CURSOR_INVALID')),
  /** Includes phone numbers. The view is recorded in the security log. */
  roll: inZone('GET /zones/{zoneId}/presence/roll', 'list_roll', 'List who is inside a zone, for a roll call')
    .input(paging.extend({ zoneId: id }))
    .output(page(zoneRollPerson))
    .errors(pick('CURSOR_INVALID')),
  /** Over capacity first, then by people inside, highest first. A search also finds empty active zones. Internal admins only. */
  insideZones: signedIn(
    'GET /presence/inside/zones',
    'list_zones_with_people_inside',
    'List the zones with people inside',
  )
    .input(paging.extend({ search: text(200).optional(), only: insideZoneFilter.optional() }))
    .output(page(insideZone))
    .errors(pick('CURSOR_INVALID')),
  /** Counts the people inside any zone, each once, and the zones they are in. Internal admins only. */
  insideCounts: signedIn(
    'GET /presence/inside/counts',
    'count_people_inside',
    'Count the people inside all zones',
  ).output(
    z.object({
      people: z.int(),
      parts: insideParts,
      /** People inside who have not been seen lately in any zone. */
      unseen: z.int(),
      zones: z.int(),
      zonesOverCapacity: z.int(),
      zonesWithUnseen: z.int(),
    }),
  ),
  /** Newest first. Views of other people's positions are recorded in the security log. */
  positions: inZone(
    'GET /zones/{zoneId}/positions',
    'get_zone_positions',
    'List the last positions of the people of a zone',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ people: z.array(livePosition).max(limits.livePositionsMost) })),
  /** With `zoneId`, only there. If one response holds too few, those with the latest readings. */
  mine: signedIn('GET /presence/mine', 'get_my_presence', "Read one's own presence in all one's zones")
    .input(z.strictObject({ zoneId: id.optional() }).optional())
    .output(z.object({ zones: z.array(myPresence).max(limits.myZonesMost) })),
}
