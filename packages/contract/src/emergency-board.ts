import { rollReasons } from '@muster/domain/emergency.ts'
import { limits } from '@muster/domain/limits.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'
import { reachCounts } from './reach.ts'
import { text } from './texts.ts'

const { inZone } = callsTagged('emergencies')

/** Maximum zones and places that the board counts apart. */
const maxPlaces = 200

export const emergencyZoneCount = z.object({
  /** Null once the zone was deleted. */
  zoneId: id.nullable(),
  zoneName: z.string().nullable(),
  help: z.int(),
  missing: z.int(),
  safe: z.int(),
})

export const emergencyPlaceCount = z.object({
  /** Empty if it is not known where they are. */
  place: z.string(),
  safe: z.int(),
})

/** The people of a company on the roll, as visitors or by badge. */
const emergencyCompanyCount = z.object({ company: z.string(), people: z.int() })

/** The last known position of somebody who is not accounted for. */
export const lastPosition = z.object({
  personId: id,
  lat: z.number(),
  lng: z.number(),
  accuracyMeters: z.number().nullable(),
  /** When the device measured it. */
  at: instant,
})
export type LastPosition = z.infer<typeof lastPosition>

/** A last known position with the person whose it is, who may be on no page of the list that has been loaded. */
const soughtPosition = lastPosition.extend({
  name: z.string(),
  state: z.enum(['missing', 'help']),
  why: z.enum(rollReasons),
  zoneId: id.nullable(),
  company: z.string(),
})
export type SoughtPosition = z.infer<typeof soughtPosition>

const emergencyRef = { emergencyId: id }
const messageTarget = {
  ...emergencyRef,
  state: z.enum(['missing', 'help']),
  zoneId: id.optional(),
  search: text(200).optional(),
}
const reach = {
  /** People with an account, whom the message reaches. */
  people: z.int(),
  /** People without an account by reason, who must be called. */
  withoutAccount: z.array(z.object({ why: z.enum(rollReasons), people: z.int() })).max(rollReasons.length),
  /** How the message gets to them; those without an account count as not reached. */
  reach: reachCounts,
}
export const messageReach = z.object(reach)

/** Further calls of an emergency's board: people by place, their last positions, and messages to the missing. */
export const emergencyBoard = {
  places: inZone(
    'GET /emergencies/{emergencyId}/places',
    'count_emergency_places',
    'Count the people on the roll by zone and place',
  )
    .input(z.strictObject(emergencyRef))
    .output(
      z.object({
        zones: z.array(emergencyZoneCount).max(maxPlaces),
        places: z.array(emergencyPlaceCount).max(maxPlaces),
        companies: z.array(emergencyCompanyCount).max(maxPlaces),
      }),
    )
    .errors(pick('EMERGENCY_NOT_FOUND')),
  /** Only those that the caller may see; readings taken after the all clear are left out. */
  positions: inZone(
    'GET /emergencies/{emergencyId}/positions',
    'list_emergency_positions',
    'List the last known positions of people who are missing or need help',
  )
    .input(z.strictObject(emergencyRef))
    .output(z.object({ positions: z.array(soughtPosition).max(limits.missingPositionsMost) }))
    .errors(pick('EMERGENCY_NOT_FOUND')),
  reach: inZone(
    'POST /emergencies/{emergencyId}/messages/reach',
    'preview_emergency_message',
    'Count the people whom a message to the missing would reach',
  )
    .input(z.strictObject(messageTarget))
    .output(messageReach)
    .errors(pick('EMERGENCY_NOT_FOUND')),
  /** The client creates `requestId`, so a repeated request sends only once. */
  message: inZone(
    'POST /emergencies/{emergencyId}/messages',
    'message_emergency_people',
    'Send a message to people who are missing or need help',
    201,
  )
    .input(
      z.strictObject({
        ...messageTarget,
        message: fitting(text(500).min(1, 'Enter a message'), 'text'),
        requestId: id,
      }),
    )
    .output(z.object({ people: z.int(), withoutAccount: z.int() }))
    .errors(pick('EMERGENCY_NOT_FOUND', 'EMERGENCY_ENDED')),
}
