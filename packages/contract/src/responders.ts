import { limits } from '@muster/domain/limits.ts'
import { responderLinkHours, responderLinkStates } from '@muster/domain/responder-link.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { emergency } from './emergencies.ts'
import { emergencyZoneCount } from './emergency-board.ts'
import { pick } from './errors.ts'
import { fitting } from './fits.ts'
import { id, instant } from './ids.ts'
import { personInside, soughtPerson } from './roll-person.ts'
import { exactText, text } from './texts.ts'

const { anyone, inZone } = callsTagged('emergencies')

/** Maximum links that are listed. */
const maxListed = 50

/** A link for responders as the board lists it. The link itself and its code are not stored. */
export const responderLink = z.object({
  id,
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  state: z.enum(responderLinkStates),
  /** Until when addresses from which wrong codes came wait; null unless it is locked. */
  lockedUntil: instant.nullable(),
  opens: z.int(),
  /** When it was opened last; null if never. */
  openedAt: instant.nullable(),
  /** True if the caller made the link, or may give the all clear. */
  mayRevoke: z.boolean(),
})
export type ResponderLink = z.infer<typeof responderLink>

export const respondersView = z.object({
  board: emergency.pick({
    zoneName: true,
    kind: true,
    drill: true,
    message: true,
    declaredAt: true,
    allClearAt: true,
    timeZone: true,
    people: true,
    states: true,
  }),
  /** False if people of other zones are missing from numbers and list; the board then has the names of the zones that are shown. */
  seesAll: z.boolean(),
  zones: z.array(emergencyZoneCount).max(200),
  /** The missing who are called but not known to be on the site. */
  missingOffSite: z.int(),
  /** The missing who are known by the number of a badge that belongs to nobody. */
  missingUnknown: z.int(),
  /** Unknown badges inside that are not on the list and in none of the numbers, because it has 300 of each zone at most. */
  unlistedBadges: z.int().optional(),
  /** Those who were sent back in, by team, whatever their state. */
  inside: z.array(personInside).max(limits.teamsMost * limits.teamPeopleMost),
  /** Those who need help, then the missing, and those of them last who are not known to be on the site; each by surname. */
  people: z.array(soughtPerson).max(limits.responderPeopleMost),
  /** The number of people who match, of whom `people` are the first. */
  total: z.int(),
  /** The time of the data by the server's clock. */
  at: instant,
  expiresAt: instant,
})
export type RespondersView = z.infer<typeof respondersView>

const emergencyRef = { emergencyId: id }

/** Links by which responders without an account read one emergency. */
export const responders = {
  links: inZone(
    'GET /emergencies/{emergencyId}/links',
    'list_responder_links',
    'List the links for responders of an emergency, newest first',
  )
    .input(z.strictObject(emergencyRef))
    .output(z.object({ links: z.array(responderLink).max(maxListed) }))
    .errors(pick('EMERGENCY_NOT_FOUND')),
  /** Makes a link and the code that is told by telephone. They are in no other response, because only hashes are stored. */
  create: inZone(
    'POST /emergencies/{emergencyId}/links',
    'create_responder_link',
    'Make a link for responders',
    201,
  )
    .input(
      z.strictObject({
        ...emergencyRef,
        hours: z.literal([...responderLinkHours], 'Choose 1, 4 or 12 hours'),
      }),
    )
    .output(z.object({ linkId: id, link: z.string(), code: z.string(), expiresAt: instant }))
    .errors(pick('EMERGENCY_NOT_FOUND', 'EMERGENCY_ENDED', 'RESPONDER_LINKS_FULL')),
  revoke: inZone(
    'DELETE /emergencies/{emergencyId}/links/{linkId}',
    'revoke_responder_link',
    'End a link for responders',
  )
    .input(z.strictObject({ ...emergencyRef, linkId: id }))
    .output(z.object({ linkId: id }))
    .errors(pick('EMERGENCY_NOT_FOUND', 'NOT_FOUND')),
  /** The key of the response reads the emergency until the link ends. */
  open: anyone('POST /responders/open', 'open_responder_link', 'Open a link for responders with its code')
    .input(
      z.strictObject({
        token: exactText(100),
        /** Six digits. */
        code: exactText(12),
      }),
    )
    .output(z.object({ key: z.string(), expiresAt: instant }))
    .errors(pick('RESPONDER_LINK_ENDED', 'RESPONDER_CODE_WRONG')),
  read: anyone(
    'POST /responders/read',
    'read_for_responders',
    'Read who is missing or needs help, for responders',
  )
    .input(
      z.strictObject({
        key: exactText(100),
        search: text(200).optional(),
        limit: fitting(z.int().min(1).max(limits.responderPeopleMost), 'integer').default(200),
      }),
    )
    .output(respondersView)
    .errors(pick('RESPONDER_LINK_ENDED')),
}
