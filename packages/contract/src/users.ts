import { creatableRoles, roles, rolesByCode, zoneRoles } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { z } from 'zod'
import { profile } from './auth.ts'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant, measuredPosition } from './ids.ts'
import { page, paging } from './paging.ts'
import { consentWord, mockPosition, presenceWord } from './presence-word.ts'
import { text } from './texts.ts'

const { signedIn, inZone } = callsTagged('users')

/** Facts shown of anybody who was added to a zone: no more than a code given away says. */
const person = z.object({
  assignmentId: id,
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  userCode: z.string(),
  zoneRole: z.enum(zoneRoles),
  /** To the microsecond: with the id of the assignment, the place in the list. */
  assignedAt: instant,
})

/** A member of a zone with the state of their presence there. */
export const zoneUser = person.extend({
  invited: z.literal(false),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  presence: presenceWord,
  consent: consentWord,
  /** Device time of the newest reading; null when never tracked. */
  lastSeen: instant.nullable(),
  mock: mockPosition,
  /** Since when inside; null when not inside. */
  insideSince: instant.nullable(),
  /** Where that was; only where places are asked for, and for those who may track live locations. Else null. */
  position: z.object(measuredPosition).nullable(),
})
export type ZoneUser = z.infer<typeof zoneUser>

/** Somebody who was added and has not entered the zone yet: until they do, name and code are all there is to see. */
export const invitedUser = person.extend({ invited: z.literal(true) })
export type InvitedUser = z.infer<typeof invitedUser>

/** A person in the lists of a zone. */
export const zonePerson = z.discriminatedUnion('invited', [zoneUser, invitedUser])
export type ZonePerson = z.infer<typeof zonePerson>

/**
 * Somebody of one's own zones, with those of them they are assigned to. Managers and supervisors see name, role, status and
 * presence alone.
 */
export const teamMember = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** Null, as `account` is, for a caller who sees the people of the zone without looking after them. */
  userCode: z.string().nullable(),
  /** Null while they are only invited. */
  status: z.enum(userStatuses).nullable(),
  /** The details of their account; null while they are only invited. */
  account: z
    .object({
      email: z.string(),
      phone: z.string().nullable(),
      status: z.enum(userStatuses),
      createdAt: instant,
      profileImageUrl: z.string().nullable(),
    })
    .nullable(),
  /** The first of them by name, and where they are in each; `zoneCount` says how many there are. */
  zones: z
    .array(
      z.object({
        id,
        name: z.string(),
        role: z.enum(zoneRoles),
        invited: z.boolean(),
        presence: presenceWord,
        consent: consentWord,
        lastSeen: instant.nullable(),
      }),
    )
    .max(20),
  zoneCount: z.int(),
})
export type TeamMember = z.infer<typeof teamMember>

/** Facts in the details of a member besides their row. */
export const memberDetails = z.object({
  phone: z.string().nullable(),
  skills: z.array(z.string()),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  accountCreatedAt: instant,
  emergencyContact: profile.shape.emergencyContact,
  /** The entry PIN: whether it may be tried; only for those who may reset it, else null. */
  pin: z.enum(['open', 'locked', 'not_set']).nullable(),
  /** When a locked PIN opens by itself; null where only a reset opens it, and where it is not locked. */
  pinLockedUntil: instant.nullable(),
  /** When they asked for the reset of a locked PIN. */
  pinResetAskedAt: instant.nullable(),
})
export type MemberDetails = z.infer<typeof memberDetails>

/**
 * Which list of a zone: `people`, or `places` with the last position of each, which leaves out those whose names are not
 * complete.
 */
const listOf = z.enum(['people', 'places']).default('people')

export const users = {
  /**
   * The people of all of the caller's zones whose users they may see, each once, whoever was added last first. A zone counts that
   * needs no PIN or was entered with it.
   */
  inMyZones: signedIn('GET /zones/mine/users', 'list_users_of_my_zones', "List the people of all one's zones")
    .input(
      paging.extend({
        search: text(200).optional(),
        role: z.enum(zoneRoles).optional(),
        /** Only of this one of them. */
        ofZone: id.optional(),
      }),
    )
    .output(page(teamMember))
    .errors(pick('CURSOR_INVALID')),
  /** Counts the people of that list without search and role. */
  countInMyZones: signedIn(
    'GET /zones/mine/users/count',
    'count_users_of_my_zones',
    "Count the people of all one's zones",
  )
    .input(z.strictObject({ ofZone: id.optional() }))
    .output(z.object({ all: z.int() })),
  /** The people of a zone who pass the filters, the newest first. */
  inZone: inZone(
    'GET /zones/{zoneId}/users',
    'get_zone_users_detailed',
    'List the people of a zone, filtered and paged',
  )
    .input(
      paging.extend({
        zoneId: id,
        list: listOf,
        /** Beginnings of words of name, e-mail address and code; all must be found (`searchWords`). */
        search: text(200).optional(),
        presence: presenceWord.optional(),
        /** In this zone. */
        role: z.enum(zoneRoles).optional(),
      }),
    )
    .output(page(zonePerson))
    .errors(pick('VIEW_USERS_FORBIDDEN', 'CURSOR_INVALID')),
  /** How many people the list has, and where they are; of those inside, how many were not seen lately (`unseen`). */
  counts: inZone(
    'GET /zones/{zoneId}/users/counts',
    'count_zone_users',
    'Count the people of a zone by presence',
  )
    .input(z.strictObject({ zoneId: id, list: listOf }))
    .output(z.object({ all: z.int(), inside: z.int(), outside: z.int(), unknown: z.int(), unseen: z.int() }))
    .errors(pick('VIEW_USERS_FORBIDDEN')),
  /** All there is to see of one of them, `member` for who has entered. That somebody looked where another is, is noted. */
  detail: inZone('GET /zones/{zoneId}/users/{userId}', 'get_zone_user', 'Read one person of a zone')
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ person: zonePerson, member: memberDetails.nullable() }))
    .errors(pick('VIEW_USERS_FORBIDDEN', 'NOT_ASSIGNED')),
  /** Makes the carrier of the code a member at once, invited until they enter the zone or decline. */
  addByCode: inZone(
    'POST /zones/{zoneId}/users',
    'add_user_to_zone_by_code',
    'Add a person to a zone by their user code',
  )
    .input(z.strictObject({ zoneId: id, userCode: text(40), role: z.enum(rolesByCode) }))
    .output(z.object({ userId: id, userName: z.string() }))
    .errors(
      pick(
        'INVALID_CODE',
        'ADD_USER_FORBIDDEN',
        'ALREADY_ASSIGNED',
        'INVITATION_DECLINED',
        'ORGANISATION_PEOPLE_FULL',
      ),
    ),
  unlink: inZone(
    'DELETE /zones/{zoneId}/users/{userId}',
    'unlink_user_from_zone',
    'Remove a person from a zone',
  )
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('SELF_UNLINK', 'ZONE_ROLE_FORBIDDEN', 'LAST_MANAGER', 'NOT_ASSIGNED')),
  /**
   * Gives somebody else another role in the zone; their screens follow at once. Neither the role they have nor the new one may be
   * above the caller's there.
   */
  changeRole: inZone(
    'PUT /zones/{zoneId}/users/{userId}/role',
    'change_zone_role',
    "Change a person's role in a zone",
  )
    .input(z.strictObject({ zoneId: id, userId: id, role: z.enum(creatableRoles, 'Invalid role specified') }))
    .output(z.object({ userId: id, role: z.enum(zoneRoles) }))
    .errors(pick('ZONE_ROLE_FORBIDDEN', 'SELF_CHANGE', 'LAST_MANAGER', 'NOT_ASSIGNED')),
  /** Ends one's own membership of a zone one was added to and has not entered yet. */
  declineInvitation: inZone(
    'DELETE /zones/{zoneId}/invitation',
    'decline_zone_invitation',
    'Decline an invitation to a zone',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ zoneId: id }))
    .errors(pick('NOT_INVITED')),
  /** Gives a member whose PIN is locked new tries. Not for oneself. */
  resetPin: inZone(
    'POST /zones/{zoneId}/users/{userId}/pin-reset',
    'reset_zone_pin',
    'Unlock the PIN of a member',
  )
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('NOT_ASSIGNED', 'PIN_NOT_SET')),
}
