import { isAssignable, roles } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { z } from 'zod'
import { email, profile } from './auth.ts'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { personName } from './person-name.ts'
import { phone } from './phone.ts'
import { consentWord, mockPosition, presenceWord } from './presence-word.ts'
import { text } from './texts.ts'

const { signedIn, inZone } = callsTagged('accounts')

/** Somebody of the installation, as those see them who look after all accounts. */
export const account = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  /** They have neither set a password nor come in by single sign-on: the invitation was mailed and not used. */
  invited: z.boolean(),
  profileImageUrl: z.string().nullable(),
  userCode: z.string(),
  /** Inside any zone; else outside, if they were ever seen. */
  presence: presenceWord,
  consent: consentWord,
  /** Device time of the newest reading anywhere; null when never seen. */
  lastSeen: instant.nullable(),
  mock: mockPosition,
  createdAt: instant,
})
export type Account = z.infer<typeof account>

/** A zone somebody is assigned to. */
export const accountZone = z.object({
  zoneId: id,
  name: z.string(),
  status: z.enum(zoneStatuses),
  role: z.enum(roles),
  /** They have not entered it yet. */
  invited: z.boolean(),
  assignedAt: instant,
  /** Where they are in it, and the device time of their newest reading there. */
  presence: presenceWord,
  lastSeen: instant.nullable(),
})

/** A zone that somebody can be assigned to, and whether they are. */
export const zoneChoice = z.object({
  id,
  name: z.string(),
  status: z.enum(zoneStatuses),
  assigned: z.boolean(),
})
export type ZoneChoice = z.infer<typeof zoneChoice>

/** The most zones of one person that one answer holds. */
const mostZones = 500

export const accountDetail = account.extend({
  /** The address that waits to be confirmed; null where none does. */
  pendingEmail: z.string().nullable(),
  /** They sign in with a second step. */
  twoStep: z.boolean(),
  passkeys: count,
  skills: z.array(z.string()).max(50),
  emergencyContact: profile.shape.emergencyContact,
  zones: z.array(accountZone).max(mostZones),
  /** How many zones they have, where that is more than are listed. */
  zonesTotal: z.int().optional(),
})
export type AccountDetail = z.infer<typeof accountDetail>

const name = personName.min(1, 'First name and last name are required')
/** Empty means none. */
const phoneOrNone = phone(40)
  .nullable()
  .transform(it => it || null)
const role = z.enum(roles, 'Invalid role specified')
const assignedRole = role.refine(isAssignable, 'Invalid role specified')

export const newAccount = z.strictObject({
  email,
  firstName: name,
  lastName: name,
  phone: phoneOrNone.default(null),
  role: role.default('app_user'),
})

/** Whose people they become; where it is left out, of the only organisation, or of none where there are several. */
const organisationId = id.optional()
const fullOrganisation = ['ORGANISATION_NOT_FOUND', 'ORGANISATION_PEOPLE_FULL'] as const

/** How many people of a file are looked at, or created, with one call; a file of more takes several. */
export const mostPeopleAtOnce = 100

/** `new`: created, or what a dry run would create. `forbidden`: an import does not give this role. */
export const importOutcomes = ['new', 'exists', 'forbidden'] as const

/** What goes with an account when it is deleted, as far as it is counted. */
export const accountRemoval = z.object({
  zones: count,
  visits: count,
  readings: count,
  /** Broadcasts that will not be sent; those who can send them again are alerted. */
  scheduledBroadcasts: count,
  lastManagerOf: z.array(z.string()).max(mostZones),
})
export type AccountRemoval = z.infer<typeof accountRemoval>

const filter = {
  search: text(200).optional(),
  role: role.optional(),
  status: z.enum(userStatuses).optional(),
}

export const accounts = {
  /** Everybody whose name, address or user code holds every word of `search`, newest first. Internal admins only. */
  list: signedIn('GET /users', 'get_unique_users_for_admin', 'List all accounts, filtered and paged')
    .input(paging.extend({ ...filter, presence: presenceWord.optional() }))
    .output(page(account))
    .errors(pick('CURSOR_INVALID')),
  /** How many people there are, and where; of those inside, how many were not seen lately (`unseen`). */
  count: signedIn('GET /users/count', 'count_users', 'Count accounts by status, role and presence').output(
    z.object({ all: count, inside: count, outside: count, unknown: count, unseen: count }),
  ),
  detail: signedIn('GET /users/{userId}', 'get_user', 'Read one account')
    .input(z.strictObject({ userId: id }))
    .output(accountDetail)
    .errors(pick('USER_NOT_FOUND')),
  /** Makes the account and mails the link with which its owner sets a password and a PIN. */
  create: signedIn('POST /users', 'create_user', 'Create an account and mail its invitation', 201)
    .input(newAccount.extend({ organisationId, role: assignedRole.default('app_user') }))
    .output(account)
    .errors(pick('USER_EXISTS', 'ROLE_FORBIDDEN', ...fullOrganisation)),
  /**
   * Creates the people of a file, which the client has read and shown, and mails each the link; or, as a dry run, says what would
   * become of them. Each is answered for itself, in their order. Sending them again makes nobody a second time.
   */
  createMany: signedIn('POST /users/import', 'import_users', 'Create accounts from a file, or preview them')
    .input(
      z.strictObject({
        people: z.array(newAccount).min(1).max(mostPeopleAtOnce),
        dryRun: z.boolean(),
        organisationId,
      }),
    )
    .output(z.object({ outcomes: z.array(z.enum(importOutcomes)).max(mostPeopleAtOnce) }))
    .errors(pick(...fullOrganisation)),
  /** Everybody whom the filters of the list find as CSV text (RFC 4180), at most 50,000; that somebody took it is noted. */
  exportCsv: signedIn('GET /users.csv', 'export_users', 'Export accounts as CSV')
    .input(z.strictObject(filter))
    .output(z.object({ fileName: z.string(), csv: z.string(), rows: count })),
  /**
   * Makes a link with which one person signs up, once, within `signUpLinkDays`; with an address, only that one. The link is answered
   * here and nowhere else.
   */
  inviteByLink: signedIn(
    'POST /users/sign-up-links',
    'create_sign_up_link',
    'Make a link with which one person signs up',
    201,
  )
    .input(z.strictObject({ email: email.optional() }))
    .output(z.object({ link: z.string(), expiresAt: instant }))
    .errors(pick('SIGN_UP_CLOSED', 'USER_EXISTS')),
  /** Mails the link anew to somebody who has not used theirs. */
  inviteAgain: signedIn(
    'POST /users/{userId}/invitation',
    'invite_user_again',
    'Mail an unused invitation again',
  )
    .input(z.strictObject({ userId: id }))
    .output(z.object({ sent: z.literal(true) }))
    .errors(pick('USER_NOT_FOUND', 'ALREADY_JOINED')),
  /** Absent fields stay. The status is set by `set_account_status` (security). */
  update: signedIn('PATCH /users/{userId}', 'update_user', 'Change the names, phone or role of an account')
    .input(
      z
        .strictObject({
          userId: id,
          firstName: name.optional(),
          lastName: name.optional(),
          phone: phoneOrNone.optional(),
          role: role.optional(),
        })
        .refine(({ userId: _, ...changes }) => Object.values(changes).some(it => it !== undefined), {
          message: 'No updates provided',
        }),
    )
    .output(account)
    .errors(pick('USER_NOT_FOUND', 'ROLE_FORBIDDEN', 'SELF_CHANGE', 'LAST_SUPER_ADMIN')),
  /**
   * Asks for another e-mail address of somebody else: it is theirs once whoever reads it confirms, and the old address is told. One's
   * own is asked for with the password (`request_email_change`).
   */
  changeEmail: signedIn(
    'POST /users/{userId}/email',
    'change_user_email',
    'Change the e-mail address of an account',
  )
    .input(z.strictObject({ userId: id, email }))
    .output(z.object({ pendingEmail: z.string() }))
    .errors(pick('USER_NOT_FOUND', 'USER_EXISTS', 'ROLE_FORBIDDEN', 'OWN_EMAIL')),
  /** Counts what would go with the person. */
  removal: signedIn(
    'GET /users/{userId}/removal',
    'preview_user_removal',
    'Preview what deleting an account removes',
  )
    .input(z.strictObject({ userId: id }))
    .output(accountRemoval)
    .errors(pick('USER_NOT_FOUND')),
  /** Ends the sign-in and everything of the person; for ever. */
  remove: signedIn('DELETE /users/{userId}', 'admin_delete_user', 'Delete an account permanently')
    .input(z.strictObject({ userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('USER_NOT_FOUND', 'ROLE_FORBIDDEN', 'SELF_DELETE', 'LAST_SUPER_ADMIN')),
  /** The zones one may assign somebody to, by name, those whose name or description holds every word of `search`. */
  zoneChoices: signedIn(
    'GET /users/{userId}/zones',
    'list_zones_to_assign',
    'List the zones a person may be assigned to',
  )
    .input(paging.extend({ userId: id, search: text(200).optional() }))
    .output(page(zoneChoice))
    .errors(pick('CURSOR_INVALID')),
  /** Adds somebody to a zone in the role of their account, invited until they enter it; who belongs to it already stays as they are. `unlink_user_from_zone` ends it. */
  assign: inZone('POST /zones/{zoneId}/users/{userId}', 'assign_user_to_zone', 'Assign a person to a zone')
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('USER_NOT_FOUND', 'ORGANISATION_PEOPLE_FULL')),
}
