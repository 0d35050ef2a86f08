import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { createRecentKeys } from '../../lib/once-per.ts'
import type { BeforeAccountDeletion } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors, type Page } from '../../rpc/paging.ts'
import { askForEmail, createSignUpLink } from '../auth/index.ts'
import { type Access, noteAccess } from '../security/index.ts'
import { joinedZone } from '../users/index.ts'
import { accountsPolicy } from './accounts.policy.ts'
import {
  type AccountFilter,
  type AccountOrder,
  type AccountRow,
  assignUser,
  countAccounts,
  countAffectedByRemoval,
  countUserZones,
  findAccount,
  findTakenEmails,
  listAccounts,
  listSortedAccounts,
  listUserZones,
  listZoneChoices,
  lockAccount,
  readAccountDetail,
} from './accounts.queries.ts'
import { accountDetailView, accountView, zoneChoiceView } from './accounts.view.ts'
import { changeAccount } from './change-account.ts'
import { createAccount } from './create-account.ts'
import { exportAccounts } from './export-accounts.ts'
import { importAccounts, previewImport } from './import-accounts.ts'
import { removeAccounts } from './remove-account.ts'

/** Limits each admin's new accounts and invitations, because each account or invitation sends an email. */
const invitationLimit = { name: 'account-invitation', points: 200, seconds: 60 * 60 }
/** Limits each admin's invitation links. */
const signUpLinkLimit = { name: 'sign-up-link', points: 200, seconds: 60 * 60 }
/** Limits each admin's bulk creation calls. A file with 5,000 people takes 100, half of them dry runs. */
const importLimit = { name: 'account-import', points: 300, seconds: 60 * 60 }
/** Limits how often each admin exports selected people. */
const exportLimit = { name: 'export-selected-accounts', points: 120, seconds: 60 * 60 }

const accountCursors = createCursors('accounts', {
  createdAt: [z.string().max(40), 'created_at_exact'],
  id: z.uuid(),
})
/** Each sort order other than newest first has its own cursors, so a cursor of one order is refused by another. */
const createOrderCursors = ({ sort, direction }: AccountOrder) =>
  createCursors(`accounts by ${sort} ${direction}`, {
    key: [z.string().max(200), 'sort_key'],
    id: z.uuid(),
  })
const zoneChoiceCursors = createCursors('zones to assign', { name: z.string(), id: z.uuid() })
/** Time (ms) within which reading the accounts repeatedly, page after page, counts as one access. */
const ACCESS_INTERVAL_MS = 60 * 60_000
/** Returns the access to one account or, if `userId` is null, to the whole list. */
const createAccess = (userId: string | null): Access => ({
  event: userId ? 'data_access:account' : 'data_access:accounts',
  of: userId,
  metadata: { accessType: userId ? 'account_details' : 'accounts' },
})
/** Maximum number of zones listed in an account's details and in the preview of its deletion. */
const MAX_ZONES = 500

/** Procedures for accounts, for people who manage all of them. Row-level security shows accounts to nobody else. */
export function accountsProcedures(
  services: Platform & { readonly beforeAccountDeletion: BeforeAccountDeletion },
) {
  const { env, mailQueue: orders } = services
  const accessThrottle = createRecentKeys(ACCESS_INTERVAL_MS)
  return {
    list: api.accounts.list
      .use(signedIn('edit_users'))
      .handler(
        async ({
          context: { tx, actor, linkTo, afterCommit },
          input: { cursor, limit, sort, direction, ...filter },
        }) => {
          const page = await readAccounts(tx, filter, { sort, direction }, { cursor, limit })
          if (page.rows.some(({ id }) => id !== actor.userId))
            await noteAccess(tx, { actor, looks: accessThrottle, afterCommit }, [createAccess(null)])
          return page.map(row => accountView(row, linkTo))
        },
      ),

    count: api.accounts.count
      .use(signedIn('edit_users'))
      .handler(({ context: { tx }, input }) => countAccounts(tx, input)),

    detail: api.accounts.detail
      .use(signedIn('edit_users'))
      .handler(async ({ context: { tx, actor, linkTo, afterCommit }, input: { userId } }) => {
        const row = await readAccountDetail(tx, userId)
        if (!row) throw fail('USER_NOT_FOUND')
        if (userId !== actor.userId)
          await noteAccess(tx, { actor, looks: accessThrottle, afterCommit }, [createAccess(userId)])
        const zones = await listUserZones(tx, userId, MAX_ZONES)
        const detail = accountDetailView(row, zones, linkTo)
        const zonesTotal = zones.length < MAX_ZONES ? zones.length : await countUserZones(tx, userId)
        return zonesTotal > zones.length ? { ...detail, zonesTotal } : detail
      }),

    zoneChoices: api.accounts.zoneChoices
      .use(signedIn('edit_users'))
      .handler(async ({ context: { tx }, input: { userId, search = '', cursor, limit } }) => {
        const page = await zoneChoiceCursors.read({ cursor, limit }, it =>
          listZoneChoices(tx, userId, search, it),
        )
        return page.map(zoneChoiceView)
      }),

    create: api.accounts.create
      .use(
        signedIn('create_users', {
          rateLimit: invitationLimit,
          withoutTx: 'sign-ins are made by the owner, and mail is sent',
        }),
      )
      .handler(async ({ context: { db, actor, createLinks }, input }) => {
        const userId = await createAccount({ db, orders }, actor, input)
        const row = await db.asActor(actor, tx => findAccount(tx, userId))
        if (!row) throw fail('USER_NOT_FOUND')
        return accountView(row, createLinks(actor))
      }),

    createMany: api.accounts.createMany
      .use(
        signedIn('create_users', {
          rateLimit: importLimit,
          asOwner: 'requests may not create sign-ins',
        }),
      )
      .handler(async ({ context, input: { people, dryRun, ...options } }) => {
        if (dryRun) return previewImport(context.tx, context.actor, people, options)
        const result = await importAccounts({ ...context, orders }, context.actor, people, options)
        // Drop the cached sessions, which contain the role.
        for (const userId of result.changedRoles)
          context.afterCommit(() => context.sessions.forget({ userId }))
        return result
      }),

    exportCsv: api.accounts.exportCsv
      .use(signedIn('edit_users'))
      .handler(({ context: { tx, actor }, input }) => exportAccounts(tx, actor, input)),

    exportSelectedCsv: api.accounts.exportSelectedCsv
      .use(signedIn('edit_users', { rateLimit: exportLimit }))
      .handler(({ context: { tx, actor }, input }) => exportAccounts(tx, actor, input)),

    inviteByLink: api.accounts.inviteByLink
      .use(
        signedIn('create_users', {
          rateLimit: signUpLinkLimit,
          asOwner: 'requests may neither read nor write links',
        }),
      )
      .handler(async ({ context: { tx, actor }, input: { email } }) => {
        if (env.SIGN_UP === 'closed') throw fail('SIGN_UP_CLOSED')
        if (email && (await findTakenEmails(tx, [email.toLowerCase()])).size > 0) throw fail('USER_EXISTS')
        const { token, expiresAt } = await createSignUpLink(tx, { invitedBy: actor.userId, email })
        return { link: `${env.PUBLIC_URL}/#/signup?invitation=${token}`, expiresAt: expiresAt.toISOString() }
      }),

    inviteAgain: api.accounts.inviteAgain
      .use(signedIn('create_users', { rateLimit: invitationLimit }))
      .handler(async ({ context: { tx }, input: { userId } }) => {
        const row = await findAccount(tx, userId)
        if (!row) throw fail('USER_NOT_FOUND')
        if (!row.invited) throw fail('ALREADY_JOINED')
        await orders.add({ kind: 'invitation', email: row.email })
        return { sent: true as const }
      }),

    update: api.accounts.update
      .use(signedIn('edit_users', { asOwner: 'requests may not write role and phone' }))
      .handler(async ({ context, input }) => {
        const { tx, actor, linkTo, sessions, afterCommit } = context
        const { userId, ...changes } = input
        await changeAccount(context, actor, userId, changes)
        // Drop the person's cached sessions, which contain the role.
        if (changes.role !== undefined) afterCommit(() => sessions.forget({ userId }))
        const row = await findAccount(tx, userId)
        if (!row) throw fail('USER_NOT_FOUND')
        return accountView(row, linkTo)
      }),

    changeEmail: api.accounts.changeEmail
      .use(
        signedIn('edit_users', {
          rateLimit: invitationLimit,
          asOwner: 'requests may not write sign-in data',
        }),
      )
      .handler(async ({ context: { tx, actor }, input: { userId, email } }) => {
        if (userId === actor.userId) throw fail('OWN_EMAIL')
        const person = await lockAccount(tx, userId)
        if (!person) throw fail('USER_NOT_FOUND')
        accountsPolicy.change(actor, person, undefined)
        const newEmail = email.toLowerCase()
        await askForEmail(tx, orders, { userId, newEmail, requestedBy: actor.userId })
        return { pendingEmail: newEmail }
      }),

    removal: api.accounts.removal
      .use(signedIn('delete_users', { asOwner: 'readings of all zones are counted' }))
      .handler(async ({ context: { tx }, input: { userId } }) => {
        if (!(await findAccount(tx, userId))) throw fail('USER_NOT_FOUND')
        return countAffectedByRemoval(tx, userId, MAX_ZONES)
      }),

    remove: api.accounts.remove
      .use(signedIn('delete_users', { asOwner: 'the sign-in is removed, which no request may touch' }))
      .handler(async ({ context, input: { userId } }) => {
        await removeAccounts(context, services, context.actor, [userId])
        return { userId }
      }),

    assign: api.accounts.assign
      .use(inZone('edit_users'))
      .handler(async ({ context: { tx, alert, zone }, input: { userId } }) => {
        const assignment = await assignUser(tx, userId, zone.id)
        if (assignment.outcome === null) throw fail('USER_NOT_FOUND')
        // Otherwise the person was already assigned, by a double tap or by somebody else.
        if (assignment.outcome === 'linked') alert(joinedZone(assignment.membership))
        return { userId }
      }),
  }
}

const readAccounts = (
  tx: Tx,
  filter: AccountFilter,
  order: AccountOrder,
  position: { cursor?: string | undefined; limit: number },
): Promise<Page<AccountRow>> =>
  order.sort === 'added' && order.direction === 'desc'
    ? accountCursors.read(position, it => listAccounts(tx, filter, it))
    : createOrderCursors(order).read(position, it => listSortedAccounts(tx, filter, order, it))
