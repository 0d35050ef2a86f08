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

/** Facts about anybody who was added to a zone: nothing beyond what their code reveals. */
const person = z.object({
  assignmentId: id,
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  userCode: z.string(),
  zoneRole: z.enum(zoneRoles),
  /** To the microsecond; together with the assignment's id it is the position in the list. */
  assignedAt: instant,
})

/** A member of a zone, with their presence there. */
export const zoneUser = person.extend({
  invited: z.literal(false),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  presence: presenceWord,
  consent: consentWord,
  /** Device time of the newest reading; null if never tracked. */
  lastSeen: instant.nullable(),
  mock: mockPosition,
  /** The current visit's entry; null when not inside. */
  insideSince: instant.nullable(),
  /** The place of that reading, if places are requested and the caller may track live locations; otherwise null. */
  position: z.object(measuredPosition).nullable(),
})
export type ZoneUser = z.infer<typeof zoneUser>

/** A person who was added and has not entered the zone yet. Until then only name and code are visible. */
export const invitedUser = person.extend({ invited: z.literal(true) })
export type InvitedUser = z.infer<typeof invitedUser>

/** A person in the lists of a zone. */
export const zonePerson = z.discriminatedUnion('invited', [zoneUser, invitedUser])
export type ZonePerson = z.infer<typeof zonePerson>

/**
 * A person of the caller's zones, with those of these zones to which they are assigned. Managers and supervisors see only name,
 * role, status and presence.
 */
export const teamMember = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** Null, like `account`, for a caller who sees the people of the zone without managing them. */
  userCode: z.string().nullable(),
  /** Null while they are only invited. */
  status: z.enum(userStatuses).nullable(),
  /** Their account details; null while they are only invited. */
  account: z
    .object({
      email: z.string(),
      phone: z.string().nullable(),
      status: z.enum(userStatuses),
      createdAt: instant,
      profileImageUrl: z.string().nullable(),
    })
    .nullable(),
  /** Their first zones by name, with their presence in each; `zoneCount` is the total. */
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

/** Further facts in the details of a member. */
export const memberDetails = z.object({
  phone: z.string().nullable(),
  skills: z.array(z.string()),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  accountCreatedAt: instant,
  emergencyContact: profile.shape.emergencyContact,
  /** The state of the entry PIN, for people who may reset it; otherwise null. */
  pin: z.enum(['open', 'locked', 'not_set']).nullable(),
  /** When a locked PIN unlocks by itself; null if only a reset unlocks it, or if it is not locked. */
  pinLockedUntil: instant.nullable(),
  /** When they requested a reset of the locked PIN. */
  pinResetAskedAt: instant.nullable(),
})
export type MemberDetails = z.infer<typeof memberDetails>

/** The list of a zone: `people`, or `places` with the last position of each, which leaves out people with incomplete names. */
const listKind = z.enum(['people', 'places']).default('people')

export const users = {
  /**
   * Lists the people of all zones whose users the caller may see, each once, most recently added first. Covers zones that need no
   * PIN or whose PIN was entered.
   */
  inMyZones: signedIn('GET /zones/mine/users', 'list_users_of_my_zones', "List the people of all one's zones")
    .input(
      paging.extend({
        search: text(200).optional(),
        role: z.enum(zoneRoles).optional(),
        /** Only one of these zones. */
        ofZone: id.optional(),
      }),
    )
    .output(page(teamMember))
    .errors(pick('CURSOR_INVALID')),
  /** Counts the people of that list without search and role filters. */
  countInMyZones: signedIn(
    'GET /zones/mine/users/count',
    'count_users_of_my_zones',
    "Count the people of all one's zones",
  )
    .input(z.strictObject({ ofZone: id.optional() }))
    .output(z.object({ all: z.int() })),
  /** Lists the people of a zone who match the filters, newest first. */
  inZone: inZone(
    'GET /zones/{zoneId}/users',
    'get_zone_users_detailed',
    'List the people of a zone, filtered and paged',
  )
    .input(
      paging.extend({
        zoneId: id,
        list: listKind,
        /** Beginnings of words of name, e-mail address and code; all must match (`searchWords`). */
        search: text(200).optional(),
        presence: presenceWord.optional(),
        /** The role in this zone. */
        role: z.enum(zoneRoles).optional(),
      }),
    )
    .output(page(zonePerson))
    .errors(pick('VIEW_USERS_FORBIDDEN', 'CURSOR_INVALID')),
  /** Counts the people of the list and their presence; `unseen` are those inside who were not seen recently. */
  counts: inZone(
    'GET /zones/{zoneId}/users/counts',
    'count_zone_users',
    'Count the people of a zone by presence',
  )
    .input(z.strictObject({ zoneId: id, list: listKind }))
    .output(z.object({ all: z.int(), inside: z.int(), outside: z.int(), unknown: z.int(), unseen: z.int() }))
    .errors(pick('VIEW_USERS_FORBIDDEN')),
  /** Returns all visible facts about one person, with `member` if they have entered. The view of their location is logged. */
  detail: inZone('GET /zones/{zoneId}/users/{userId}', 'get_zone_user', 'Read one person of a zone')
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ person: zonePerson, member: memberDetails.nullable() }))
    .errors(pick('VIEW_USERS_FORBIDDEN', 'NOT_ASSIGNED')),
  /** Makes the owner of the code a member at once, invited until they enter the zone or decline. */
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
   * Gives somebody else another role in the zone; their screens update at once. Neither their current nor their new role may be
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
  /** Ends the caller's own membership of a zone they were added to and have not entered yet. */
  declineInvitation: inZone(
    'DELETE /zones/{zoneId}/invitation',
    'decline_zone_invitation',
    'Decline an invitation to a zone',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ zoneId: id }))
    .errors(pick('NOT_INVITED')),
  /** Gives a member with a locked PIN new tries. Not available for oneself. */
  resetPin: inZone(
    'POST /zones/{zoneId}/users/{userId}/pin-reset',
    'reset_zone_pin',
    'Unlock the PIN of a member',
  )
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('NOT_ASSIGNED', 'PIN_NOT_SET')),
}
