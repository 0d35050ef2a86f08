import { limits } from '@muster/domain/limits.ts'
import { teamSorts, zonePeopleSorts } from '@muster/domain/people-order.ts'
import { codeAssignableRoles, creatableRoles, roles, zoneRoles } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { z } from 'zod'
import { profile } from './auth.ts'
import { callsTagged } from './base.ts'
import { csvFile } from './csv-file.ts'
import { pick } from './errors.ts'
import { id, instant, measuredPosition } from './ids.ts'
import { page, paging } from './paging.ts'
import { peopleOrder } from './people-order.ts'
import { consentStatus, mockPosition, presenceFilter, presenceStatus } from './presence-word.ts'
import { selectedPeople } from './selected-people.ts'
import { text } from './texts.ts'

const { signedIn, inZone } = callsTagged('users')

/** The data shown about anybody who was added to a zone: no more than their user code reveals. */
const person = z.object({
  assignmentId: id,
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  userCode: z.string(),
  zoneRole: z.enum(zoneRoles),
  /** Has microsecond precision; together with the assignment's id it determines the position in the list. */
  assignedAt: instant,
})

/** A member of a zone, with their presence there. */
export const zoneUser = person.extend({
  invited: z.literal(false),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  presence: presenceStatus,
  consent: consentStatus,
  /** Device time of the newest reading; null if never tracked. */
  lastSeen: instant.nullable(),
  mock: mockPosition,
  /** The entry time of the current visit; null if the person is not inside. */
  insideSince: instant.nullable(),
  /** The position of the newest reading, if positions are requested and the caller may track live locations; otherwise null. */
  position: z.object(measuredPosition).nullable(),
})
export type ZoneUser = z.infer<typeof zoneUser>

/** A person who was added but has not entered the zone yet. Until then, only their name, code and role in the zone are visible. */
export const invitedUser = person.extend({ invited: z.literal(true) })
export type InvitedUser = z.infer<typeof invitedUser>

export const zonePerson = z.discriminatedUnion('invited', [zoneUser, invitedUser])
export type ZonePerson = z.infer<typeof zonePerson>

/**
 * A person who is assigned to at least one of the caller's zones, with the zones they share. Managers and supervisors only see the
 * name, role, status and presence.
 */
export const teamMember = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  /** Null, like `account`, if the caller can see the people in the zone but does not manage them. */
  userCode: z.string().nullable(),
  /** Null while the person has only been invited. */
  status: z.enum(userStatuses).nullable(),
  /** The person's account details; null while they have only been invited. */
  account: z
    .object({
      email: z.string(),
      phone: z.string().nullable(),
      status: z.enum(userStatuses),
      createdAt: instant,
      profileImageUrl: z.string().nullable(),
    })
    .nullable(),
  /** The first 20 of these zones, ordered by name, with the person's presence in each; `zoneCount` is the total. */
  zones: z
    .array(
      z.object({
        id,
        name: z.string(),
        role: z.enum(zoneRoles),
        invited: z.boolean(),
        presence: presenceStatus,
        consent: consentStatus,
        lastSeen: instant.nullable(),
      }),
    )
    .max(20),
  zoneCount: z.int(),
})
export type TeamMember = z.infer<typeof teamMember>

/** Additional fields, only returned in a member's details. */
export const memberDetails = z.object({
  phone: z.string().nullable(),
  skills: z.array(z.string()),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  accountCreatedAt: instant,
  emergencyContact: profile.shape.emergencyContact,
  /** The state of the entry PIN, for people who may reset it; otherwise null. */
  pin: z.enum(['open', 'locked', 'not_set']).nullable(),
  /** When a locked PIN unlocks by itself; null if it is not locked, or if only a reset unlocks it. */
  pinLockedUntil: instant.nullable(),
  /** When the member last requested a reset of the locked PIN. */
  pinResetAskedAt: instant.nullable(),
})
export type MemberDetails = z.infer<typeof memberDetails>

/** `places` includes each person's last position, and omits people with incomplete names. */
const listKind = z.enum(['people', 'places']).default('people')

const peopleFilter = {
  list: listKind,
  /** Prefixes of words in the name, email address and code; all must match (`searchWords`). */
  search: text(200).optional(),
  presence: presenceFilter.optional(),
  /** The role of the person in this zone. */
  role: z.enum(zoneRoles).optional(),
}

/** The reasons for which a person stays in a zone when several are removed. */
export const unlinkRefusals = ['SELF_UNLINK', 'ZONE_ROLE_FORBIDDEN', 'LAST_MANAGER', 'NOT_ASSIGNED'] as const

export const users = {
  /** Each once, most recently added first. The highest role counts, and being inside one zone. Only zones without PIN or entered. */
  inMyZones: signedIn('GET /zones/mine/users', 'list_users_of_my_zones', "List the people of all one's zones")
    .input(
      paging.extend({
        search: text(200).optional(),
        role: z.enum(zoneRoles).optional(),
        /** Limits the list to this zone. */
        ofZone: id.optional(),
        ...peopleOrder(teamSorts),
      }),
    )
    .output(page(teamMember))
    .errors(pick('CURSOR_INVALID')),
  /** Counts the people that `inMyZones` lists with these filters. */
  countInMyZones: signedIn(
    'GET /zones/mine/users/count',
    'count_users_of_my_zones',
    "Count the people of all one's zones",
  )
    .input(z.strictObject({ ofZone: id.optional(), search: peopleFilter.search, role: peopleFilter.role }))
    .output(z.object({ all: z.int() })),
  /** Lists the people of a zone who match the filters, by default most recently added first. */
  inZone: inZone(
    'GET /zones/{zoneId}/users',
    'get_zone_users_detailed',
    'List the people of a zone, filtered and paged',
  )
    .input(paging.extend({ zoneId: id, ...peopleFilter, ...peopleOrder(zonePeopleSorts) }))
    .output(page(zonePerson))
    .errors(pick('VIEW_USERS_FORBIDDEN', 'CURSOR_INVALID')),
  /** Counts the people in a zone's list who match, by presence. `unseen` counts people inside who were not seen recently. */
  counts: inZone(
    'GET /zones/{zoneId}/users/counts',
    'count_zone_users',
    'Count the people of a zone by presence',
  )
    .input(z.strictObject({ zoneId: id, list: listKind, search: peopleFilter.search }))
    .output(z.object({ all: z.int(), inside: z.int(), outside: z.int(), unknown: z.int(), unseen: z.int() }))
    .errors(pick('VIEW_USERS_FORBIDDEN')),
  /** `member`: once the person has entered. Logs reading a member's details and, with a position, viewing the location. */
  detail: inZone('GET /zones/{zoneId}/users/{userId}', 'get_zone_user', 'Read one person of a zone')
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ person: zonePerson, member: memberDetails.nullable() }))
    .errors(pick('VIEW_USERS_FORBIDDEN', 'NOT_ASSIGNED')),
  /** Makes the owner of the code a member immediately. They count as invited until they enter the zone or decline. */
  addByCode: inZone(
    'POST /zones/{zoneId}/users',
    'add_user_to_zone_by_code',
    'Add a person to a zone by their user code',
  )
    .input(z.strictObject({ zoneId: id, userCode: text(40), role: z.enum(codeAssignableRoles) }))
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
  /** Each like `unlink`. People who cannot be removed stay, and are returned with the reason. */
  unlinkMany: inZone(
    'POST /zones/{zoneId}/users/removals',
    'unlink_users_from_zone',
    'Remove several people from a zone',
  )
    .input(z.strictObject({ zoneId: id, userIds: selectedPeople }))
    .output(
      z.object({
        removed: z.array(id).max(limits.peopleChangedAtOnceMost),
        refusals: z
          .array(z.object({ userId: id, reason: z.enum(unlinkRefusals) }))
          .max(limits.peopleChangedAtOnceMost),
      }),
    ),
  /**
   * Exports the people of a zone who match the filters, or only the given ones, as CSV, at most 50,000 rows.
   * Without positions; the export is logged.
   */
  exportCsv: inZone(
    'POST /zones/{zoneId}/users.csv',
    'export_zone_users',
    'Export the people of a zone as CSV',
  )
    .input(z.strictObject({ zoneId: id, ...peopleFilter, userIds: selectedPeople.optional() }))
    .output(csvFile)
    .errors(pick('VIEW_USERS_FORBIDDEN')),
  /**
   * Changes a member's role in the zone; the member's screens update immediately. Neither the current nor the new role may rank
   * above the caller's own role there.
   */
  changeRole: inZone(
    'PUT /zones/{zoneId}/users/{userId}/role',
    'change_zone_role',
    "Change a person's role in a zone",
  )
    .input(z.strictObject({ zoneId: id, userId: id, role: z.enum(creatableRoles, 'Invalid role specified') }))
    .output(z.object({ userId: id, role: z.enum(zoneRoles) }))
    .errors(pick('ZONE_ROLE_FORBIDDEN', 'SELF_CHANGE', 'LAST_MANAGER', 'NOT_ASSIGNED')),
  /** Declines an invitation: ends the caller's membership of a zone they were added to but have not entered yet. */
  declineInvitation: inZone(
    'DELETE /zones/{zoneId}/invitation',
    'decline_zone_invitation',
    'Decline an invitation to a zone',
  )
    .input(z.strictObject({ zoneId: id }))
    .output(z.object({ zoneId: id }))
    .errors(pick('NOT_INVITED')),
  /** Unlocks a member's locked PIN by resetting the failed attempts. Not available for the caller's own PIN. */
  resetPin: inZone(
    'POST /zones/{zoneId}/users/{userId}/pin-reset',
    'reset_zone_pin',
    'Unlock the PIN of a member',
  )
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('NOT_ASSIGNED', 'PIN_NOT_SET')),
}
