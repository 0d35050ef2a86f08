import { roles } from '@muster/domain/role.ts'
import { userStatuses } from '@muster/domain/user-status.ts'
import { zoneStatuses } from '@muster/domain/zone.ts'
import { z } from 'zod'
import { email } from './auth.ts'
import { inZoneProcedure, signedInProcedure } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { count } from './numbers.ts'
import { page, paging } from './paging.ts'
import { personName } from './person-name.ts'
import { phone } from './phone.ts'
import { mockPosition, presenceWord } from './presence-word.ts'
import { text } from './texts.ts'

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
})

/** The most zones of one person that are told. */
const mostZones = 500

export const accountDetail = account.extend({
  /** They sign in with a second step. */
  twoStep: z.boolean(),
  passkeys: count,
  skills: z.array(z.string()).max(50),
  emergencyContact: z.object({
    name: z.string().nullable(),
    phone: z.string().nullable(),
    relationship: z.string().nullable(),
  }),
  zones: z.array(accountZone).max(mostZones),
})
export type AccountDetail = z.infer<typeof accountDetail>

const name = personName.min(1, 'First name and last name are required')
/** Empty means none. */
const phoneOrNone = phone(40)
  .nullable()
  .transform(it => it || null)
const role = z.enum(roles, 'Invalid role specified')

export const newAccount = z.strictObject({
  email,
  firstName: name,
  lastName: name,
  phone: phoneOrNone.default(null),
  role: role.default('app_user'),
})

/** How many people of a file are looked at, or created, with one call; a file of more takes several. */
export const mostPeopleAtOnce = 100

/** `new`: created, or what a dry run would create. `forbidden`: the caller may not give this role. */
export const importOutcomes = ['new', 'exists', 'forbidden'] as const

export const accounts = {
  /** Everybody whose name, address or user code holds every word of `search`, newest first. Internal admins only. */
  list: signedInProcedure
    .route({ method: 'GET', path: '/users', operationId: 'get_unique_users_for_admin', tags: ['accounts'] })
    .input(
      paging.extend({
        search: text(200).optional(),
        role: role.optional(),
        status: z.enum(userStatuses).optional(),
        presence: presenceWord.optional(),
      }),
    )
    .output(page(account))
    .errors(pick('CURSOR_INVALID')),
  /** How many people there are, and where; of those inside, how many were not seen lately (`unseen`). */
  count: signedInProcedure
    .route({ method: 'GET', path: '/users/count', operationId: 'count_users', tags: ['accounts'] })
    .output(z.object({ all: count, inside: count, outside: count, unknown: count, unseen: count })),
  detail: signedInProcedure
    .route({ method: 'GET', path: '/users/{userId}', operationId: 'get_user', tags: ['accounts'] })
    .input(z.strictObject({ userId: id }))
    .output(accountDetail)
    .errors(pick('USER_NOT_FOUND')),
  /** Makes the account and mails the link with which its owner sets a password and a PIN. */
  create: signedInProcedure
    .route({
      method: 'POST',
      path: '/users',
      operationId: 'create_user',
      tags: ['accounts'],
      successStatus: 201,
    })
    .input(newAccount)
    .output(account)
    .errors(pick('USER_EXISTS', 'ROLE_FORBIDDEN')),
  /**
   * Creates the people of a file, which the client has read and shown, and mails each the link; or, as a dry run, says what would
   * become of them. Each is answered for itself, in their order. Sending them again makes nobody a second time.
   */
  createMany: signedInProcedure
    .route({ method: 'POST', path: '/users/import', operationId: 'import_users', tags: ['accounts'] })
    .input(z.strictObject({ people: z.array(newAccount).min(1).max(mostPeopleAtOnce), dryRun: z.boolean() }))
    .output(z.object({ outcomes: z.array(z.enum(importOutcomes)).max(mostPeopleAtOnce) })),
  /** Everybody whom the filters of the list find as CSV text (RFC 4180), at most 50,000; that somebody took it is noted. */
  exportCsv: signedInProcedure
    .route({ method: 'GET', path: '/users.csv', operationId: 'export_users', tags: ['accounts'] })
    .input(
      z.strictObject({
        search: text(200).optional(),
        role: role.optional(),
        status: z.enum(userStatuses).optional(),
      }),
    )
    .output(z.object({ fileName: z.string(), csv: z.string(), rows: count })),
  /** Mails the link anew to somebody who has not used theirs. */
  inviteAgain: signedInProcedure
    .route({
      method: 'POST',
      path: '/users/{userId}/invitation',
      operationId: 'invite_user_again',
      tags: ['accounts'],
    })
    .input(z.strictObject({ userId: id }))
    .output(z.object({ sent: z.literal(true) }))
    .errors(pick('USER_NOT_FOUND', 'ALREADY_JOINED')),
  /** What is absent stays. The status is set by `set_account_status` (security). */
  update: signedInProcedure
    .route({ method: 'PATCH', path: '/users/{userId}', operationId: 'update_user', tags: ['accounts'] })
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
  /** What goes with the person, before it is asked for. */
  removal: signedInProcedure
    .route({
      method: 'GET',
      path: '/users/{userId}/removal',
      operationId: 'preview_user_removal',
      tags: ['accounts'],
    })
    .input(z.strictObject({ userId: id }))
    .output(
      z.object({
        zones: count,
        visits: count,
        readings: count,
        lastManagerOf: z.array(z.string()).max(mostZones),
      }),
    )
    .errors(pick('USER_NOT_FOUND')),
  /** Ends the sign-in and everything of the person; for ever. */
  remove: signedInProcedure
    .route({
      method: 'DELETE',
      path: '/users/{userId}',
      operationId: 'admin_delete_user',
      tags: ['accounts'],
    })
    .input(z.strictObject({ userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('USER_NOT_FOUND', 'ROLE_FORBIDDEN', 'SELF_DELETE', 'LAST_SUPER_ADMIN')),
  /** Adds somebody to a zone in the role of their account, invited until they enter it. `unlink_user_from_zone` ends it. */
  assign: inZoneProcedure
    .route({
      method: 'POST',
      path: '/zones/{zoneId}/users/{userId}',
      operationId: 'assign_user_to_zone',
      tags: ['accounts'],
    })
    .input(z.strictObject({ zoneId: id, userId: id }))
    .output(z.object({ userId: id }))
    .errors(pick('USER_NOT_FOUND', 'ALREADY_ASSIGNED')),
}
