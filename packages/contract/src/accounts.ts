import { accountSorts } from '@muster/domain/people-order.ts'
import { isAssignable, roles, zoneRoles } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { z } from 'zod'
import { email, profile } from './auth.ts'
import { callsTagged } from './base.ts'
import { csvFile } from './csv-file.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { importReference } from './import-reference.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { peopleOrder } from './people-order.ts'
import { personName } from './person-name.ts'
import { phone } from './phone.ts'
import { consentStatus, mockPosition, presenceStatus } from './presence-word.ts'
import { selectedPeople } from './selected-people.ts'
import { text } from './texts.ts'

const { signedIn, inZone } = callsTagged('accounts')

/** An account as shown to the people who manage all accounts. */
export const account = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  /** True if the person has neither set a password nor used single sign-on, so the emailed invitation is still unused. */
  invited: z.boolean(),
  profileImageUrl: z.string().nullable(),
  userCode: z.string(),
  /** Inside if they are inside any zone; otherwise outside if they were ever seen. */
  presence: presenceStatus,
  /** The first two zones the person is assigned to, by name, and the number of all. */
  zoneNames: z.array(z.string()).max(2),
  zoneCount: count,
  consent: consentStatus,
  /** Device time of the newest reading in any zone; null if never seen. */
  lastSeen: instant.nullable(),
  mock: mockPosition,
  createdAt: instant,
})
export type Account = z.infer<typeof account>

/** A zone the person is assigned to. */
export const accountZone = z.object({
  zoneId: id,
  name: z.string(),
  status: z.enum(zoneStatuses),
  role: z.enum(roles),
  /** True until the person enters the zone for the first time. */
  invited: z.boolean(),
  assignedAt: instant,
  /** The person's presence in the zone, and the device time of their newest reading there. */
  presence: presenceStatus,
  lastSeen: instant.nullable(),
})

/** A zone to which a person can be assigned. */
export const zoneChoice = z.object({
  id,
  name: z.string(),
  status: z.enum(zoneStatuses),
  assigned: z.boolean(),
})
export type ZoneChoice = z.infer<typeof zoneChoice>

/** Maximum zones per person in a response. */
const maxZones = 500

export const accountDetail = account.extend({
  /** The address waiting for confirmation; null if there is none. */
  pendingEmail: z.string().nullable(),
  /** True if the person uses a second step to sign in. */
  twoStep: z.boolean(),
  passkeys: count,
  skills: z.array(z.string()).max(50),
  emergencyContact: profile.shape.emergencyContact,
  zones: z.array(accountZone).max(maxZones),
  /** The total number of zones, present only if not all are listed. */
  zonesTotal: z.int().optional(),
})
export type AccountDetail = z.infer<typeof accountDetail>

const name = personName.min(1, 'First name and last name are required')
/** An empty string means no number. */
const optionalPhone = phone(40)
  .nullable()
  .transform(it => it || null)
const role = z.enum(roles, 'Invalid role specified')
const assignedRole = role.refine(isAssignable, 'Invalid role specified')

export const newAccount = z.strictObject({
  email,
  firstName: name,
  lastName: name,
  phone: optionalPhone.default(null),
  role: role.default('app_user'),
})

/** The organisation the person joins. Defaults to the only organisation, or to none if there are several. */
const organisationId = id.optional()
const organisationErrors = ['ORGANISATION_NOT_FOUND', 'ORGANISATION_PEOPLE_FULL'] as const

/** Maximum people previewed or created per call; a larger file takes several calls. */
export const maxPeopleAtOnce = 100

/** Maximum zones per person of a file. */
const maxImportedZones = 500

/** An empty or omitted field changes nothing; a new account is an app user by default. The person's other zones stay. */
export const importedPerson = newAccount.extend({
  role: role.optional(),
  zones: z
    .array(
      z.strictObject({
        /** The name of the zone, or its id if several zones have the name. */
        zone: text(200),
        /** By default the present role, or app user for a new member. */
        role: z.enum(zoneRoles).optional(),
      }),
    )
    .max(maxImportedZones)
    .optional(),
})

/**
 * `new`, `changed` and `same` (with `update`) also in dry runs. `exists`: taken, or twice in the call. `forbidden`: this role or
 * person. The others refuse because of a zone; `last_manager`: it would be left without one.
 */
export const importOutcomes = [
  'new',
  'changed',
  'same',
  'exists',
  'forbidden',
  'zone_not_found',
  'zone_ambiguous',
  'last_manager',
] as const
/** What an import changes about an existing account. */
export const importChanges = ['name', 'phone', 'role', 'zones'] as const

/** A preview of what is deleted together with an account, and the names of the zones that would lose their last manager. */
export const accountRemoval = z.object({
  zones: count,
  visits: count,
  readings: count,
  /** Scheduled broadcasts that will not be sent. The people who can send them again are alerted. */
  scheduledBroadcasts: count,
  lastManagerOf: z.array(z.string()).max(maxZones),
})
export type AccountRemoval = z.infer<typeof accountRemoval>

const filter = {
  search: text(200).optional(),
  role: role.optional(),
  status: z.enum(userStatuses).optional(),
}

/** The roles that a row of a file changes. */
export const importedRoles = z.object({
  /** The role of the account now; null if it stays, or if there is no account. */
  former: role.nullable(),
  /** The zones that the person joins, with null as the former role, and those in which their role changes. */
  zones: z
    .array(z.object({ zone: z.string(), former: role.nullable(), role: z.enum(zoneRoles) }))
    .max(maxImportedZones),
})

export const accounts = {
  /** Newest first by default. Every word of `search` must occur in name, email address or user code. Internal admins only. */
  list: signedIn('GET /users', 'get_unique_users_for_admin', 'List all accounts, filtered and paged')
    .input(paging.extend({ ...filter, presence: presenceStatus.optional(), ...peopleOrder(accountSorts) }))
    .output(page(account))
    .errors(pick('CURSOR_INVALID')),
  /** `unseen` counts people who are inside but were not seen recently. */
  count: signedIn('GET /users/count', 'count_users', 'Count accounts in total and by presence')
    .input(z.strictObject(filter).optional())
    .output(z.object({ all: count, inside: count, outside: count, unknown: count, unseen: count })),
  detail: signedIn('GET /users/{userId}', 'get_user', 'Read one account')
    .input(z.strictObject({ userId: id }))
    .output(accountDetail)
    .errors(pick('USER_NOT_FOUND')),
  /** The mail has a link for setting a password and a PIN. */
  create: signedIn('POST /users', 'create_user', 'Create an account and mail its invitation', 201)
    .input(newAccount.extend({ organisationId, role: assignedRole.default('app_user') }))
    .output(account)
    .errors(pick('USER_EXISTS', 'ROLE_FORBIDDEN', ...organisationErrors)),
  /**
   * Mails each new person an invitation link. `update` also changes existing accounts; a dry run only reports. Results are in the
   * order sent; repeating changes nothing more.
   */
  createMany: signedIn('POST /users/import', 'import_users', 'Create accounts from a file, or preview them')
    .input(
      z.strictObject({
        people: z.array(importedPerson).min(1).max(maxPeopleAtOnce),
        dryRun: z.boolean(),
        /** Also changes existing accounts; otherwise they are reported as `exists`. */
        update: z.boolean().default(false),
        organisationId,
        import: importReference.optional(),
      }),
    )
    .output(
      z.object({
        outcomes: z.array(z.enum(importOutcomes)).max(maxPeopleAtOnce),
        /** What changes about each person; empty unless the outcome is `changed`. */
        changes: z.array(z.array(z.enum(importChanges)).max(importChanges.length)).max(maxPeopleAtOnce),
        /** The roles before and after; empty for rows that change nothing. */
        roles: z.array(importedRoles).max(maxPeopleAtOnce),
      }),
    )
    .errors(
      pick(
        'USER_NOT_FOUND',
        'ROLE_FORBIDDEN',
        'SELF_CHANGE',
        'LAST_SUPER_ADMIN',
        'LAST_MANAGER',
        'ZONE_ROLE_FORBIDDEN',
        'NOT_ASSIGNED',
        'REQUEST_ID_TAKEN',
        'IMPORT_UNDONE',
        ...organisationErrors,
      ),
    ),
  /** All that match, at most 50,000 rows, with zones and roles. An import accepts the file. Logged. */
  exportCsv: signedIn('GET /users.csv', 'export_users', 'Export accounts as CSV')
    .input(z.strictObject(filter))
    .output(csvFile),
  /** Leaves out people who no longer exist. */
  exportSelectedCsv: signedIn('POST /users.csv', 'export_selected_users', 'Export chosen accounts as CSV')
    .input(z.strictObject({ userIds: selectedPeople }))
    .output(csvFile),
  /** Once, within `signUpLinkDays`; with an address, only for its owner. The link cannot be read again. */
  inviteByLink: signedIn(
    'POST /users/sign-up-links',
    'create_sign_up_link',
    'Make a link with which one person signs up',
    201,
  )
    .input(z.strictObject({ email: email.optional() }))
    .output(z.object({ link: z.string(), expiresAt: instant }))
    .errors(pick('SIGN_UP_CLOSED', 'USER_EXISTS')),
  /** Emails a new link to somebody who has not used their previous one. */
  inviteAgain: signedIn(
    'POST /users/{userId}/invitation',
    'invite_user_again',
    'Mail an unused invitation again',
  )
    .input(z.strictObject({ userId: id }))
    .output(z.object({ sent: z.literal(true) }))
    .errors(pick('USER_NOT_FOUND', 'ALREADY_JOINED')),
  /** Omitted fields stay unchanged. The status is changed with `set_account_status` (security). */
  update: signedIn('PATCH /users/{userId}', 'update_user', 'Change the names, phone or role of an account')
    .input(
      z
        .strictObject({
          userId: id,
          firstName: name.optional(),
          lastName: name.optional(),
          phone: optionalPhone.optional(),
          role: role.optional(),
        })
        .refine(({ userId: _, ...changes }) => Object.values(changes).some(it => it !== undefined), {
          message: 'No updates provided',
        }),
    )
    .output(account)
    .errors(pick('USER_NOT_FOUND', 'ROLE_FORBIDDEN', 'SELF_CHANGE', 'LAST_SUPER_ADMIN')),
  /** Takes effect once confirmed at the new address; the old one is notified. For one's own: `request_email_change`. */
  changeEmail: signedIn(
    'POST /users/{userId}/email',
    'change_user_email',
    'Change the e-mail address of an account',
  )
    .input(z.strictObject({ userId: id, email }))
    .output(z.object({ pendingEmail: z.string() }))
    .errors(pick('USER_NOT_FOUND', 'USER_EXISTS', 'ROLE_FORBIDDEN', 'OWN_EMAIL')),
  /** Counts the data that would be deleted with the account. */
  removal: signedIn(
    'GET /users/{userId}/removal',
    'preview_user_removal',
    'Preview what deleting an account removes',
  )
    .input(z.strictObject({ userId: id }))
    .output(accountRemoval)
    .errors(pick('USER_NOT_FOUND')),
  remove: signedIn('DELETE /users/{userId}', 'admin_delete_user', 'Delete an account permanently')
    .input(z.strictObject({ userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('USER_NOT_FOUND', 'ROLE_FORBIDDEN', 'SELF_DELETE', 'LAST_SUPER_ADMIN')),
  /** By name, with those already assigned. Every word of `search` must occur in the zone's name or description. */
  zoneChoices: signedIn(
    'GET /users/{userId}/zones',
    'list_zones_to_assign',
    'List the zones a person may be assigned to',
  )
    .input(paging.extend({ userId: id, search: text(200).optional() }))
    .output(page(zoneChoice))
    .errors(pick('CURSOR_INVALID')),
  /** The role is that of their account; the person is invited until they enter. Members stay; `unlink_user_from_zone` removes one. */
  assign: inZone('POST /zones/{zoneId}/users/{userId}', 'assign_user_to_zone', 'Assign a person to a zone')
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('USER_NOT_FOUND', 'ORGANISATION_PEOPLE_FULL')),
}
