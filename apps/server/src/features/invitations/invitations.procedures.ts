import { id } from '@muster/contract/ids.ts'
import type { CodeAssignableRole } from '@muster/domain/role.ts'
import { DAY_SECONDS, HOUR_SECONDS, QUARTER_HOUR_SECONDS } from '@muster/domain/time-units.ts'
import { ORPCError } from '@orpc/server'
import type { Tx } from '../../db/database.ts'
import { loadPersonNames } from '../../db/person-names.ts'
import { createSecretLookUp, hashToken } from '../../lib/secrets.ts'
import { write } from '../../live/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { anyoneWithSecret, api, inZone, signedIn } from '../../rpc/base.ts'
import type { RequestContext } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import {
  countRefusal,
  createGuessLimit,
  createRateLimit,
  type RateLimit,
  refundIfRefused,
  type TakenAttempt,
} from '../../rpc/rate-limit.ts'
import { ALLOW_TWO_STEP_DUE } from '../../rpc/sessions.ts'
import { audit } from '../security/index.ts'
import { usersPolicy } from '../users/index.ts'
import { createInvitation, inviteEmails, resendInvitation, toInvitationLink } from './create-invitation.ts'
import { invitationsEvents } from './invitations.events.ts'
import {
  findInvitation,
  findLinkedInvitation,
  type InvitationRow,
  listInvitations,
  readHolder,
  revokeInvitation,
} from './invitations.queries.ts'
import { invitationView, shownInvitationView } from './invitations.view.ts'
import { mayCreateAccounts, toInvitationState } from './judge-invitation.ts'
import { useInvitation } from './use-invitation.ts'

const linkRate = { name: 'zone-invitation', points: 60, seconds: HOUR_SECONDS }
/** Limits the calls that mail up to 100 addresses each. */
const emailsRate = { name: 'zone-invitation-emails', points: 10, seconds: HOUR_SECONDS }
const resendRate = { name: 'zone-invitation-resend', points: 60, seconds: HOUR_SECONDS }
const acceptRate = { name: 'zone-invitation-accept', points: 30, seconds: QUARTER_HOUR_SECONDS }

const invitationCursors = createCursors('invitations', { id })
const HASH_REASON = 'requests may neither read nor write the hashes of links'
const refuses = 'ADD_USER_FORBIDDEN'
/** Attempts are counted on other connections, which a call must not wait for while it has one of its own. */
const withoutTx = 'attempts are counted before the transaction begins'

/** Procedures that invite people to a zone by link or email, and let the holders of a link read and accept it. */
export function invitationsProcedures({ db, env, mailQueue }: Pick<Platform, 'db' | 'env' | 'mailQueue'>) {
  const guessLimit = createGuessLimit({ db, env }, 'zone-invitation-guess')
  const lookUpLink = createSecretLookUp(db.pool, { table: 'zone_invitations' })
  const withLink = anyoneWithSecret(({ token }: { token: string }) => lookUpLink(token))
  const linkLimit = createRateLimit(db.pool, linkRate)
  const emailsLimit = createRateLimit(db.pool, emailsRate)
  const resendLimit = createRateLimit(db.pool, resendRate)
  // Limits emails to one address, from whatever zone: its owner may want none of them.
  const addressLimit = createRateLimit(db.pool, {
    name: 'zone-invitation-address',
    points: 5,
    seconds: DAY_SECONDS,
  })

  return {
    list: api.invitations.list
      .use(inZone('link_users', { refuses }))
      .handler(async ({ context: { tx, zone }, input: { cursor, limit, open } }) => {
        const page = await invitationCursors.read({ cursor, limit }, it =>
          listInvitations(tx, zone.id, open === true, it),
        )
        const toPerson = await loadNames(tx, page.rows)
        const listedPage = page.map(row => invitationView(row, toPerson))
        return { ...listedPage, mailWorks: env.SMTP_URL !== undefined }
      }),

    create: api.invitations.create
      .use(inZone('link_users', { refuses, withoutTx }))
      .handler(async ({ context: { actor, zone }, input }) => {
        usersPolicy.addAs(zone, input.role)
        if (zone.status !== 'active') throw fail('ZONE_NOT_ACTIVE')
        await linkLimit.take(actor.userId)
        const created = await db.asOwner(HASH_REASON, tx =>
          write(tx, its => createInvitation(its, actor, input)),
        )
        return {
          invitation: await db.asActor(actor, tx => viewOne(tx, zone.id, created.id)),
          link: toInvitationLink(env.PUBLIC_URL, created.secret),
        }
      }),

    invite: api.invitations.invite
      .use(inZone('link_users', { refuses, withoutTx }))
      .handler(async ({ context: { actor, zone }, input }) => {
        usersPolicy.addAs(zone, input.role)
        if (zone.status !== 'active') throw fail('ZONE_NOT_ACTIVE')
        await emailsLimit.take(actor.userId)
        const attempts = await takeAttempts(addressLimit, input.emails)
        const emails = [...attempts.keys()]
        const invited =
          emails.length === 0
            ? []
            : await refundIfRefused([...attempts.values()], () =>
                db.asOwner(HASH_REASON, tx =>
                  write(tx, its => inviteEmails(its, mailQueue, actor, { ...input, emails })),
                ),
              )
        // Only emails that are sent count.
        for (const { email, outcome } of invited)
          if (outcome !== 'invited') await attempts.get(email)?.refund()
        const limited = toAddresses(input.emails).filter(email => !attempts.has(email))
        return { outcomes: [...invited, ...limited.map(email => ({ email, outcome: 'limited' as const }))] }
      }),

    resend: api.invitations.resend
      .use(inZone('link_users', { refuses, withoutTx }))
      .handler(async ({ context: { actor, zone }, input: { invitationId } }) => {
        await resendLimit.take(actor.userId)
        const row = await db.asActor(actor, tx => findInvitation(tx, zone.id, invitationId))
        if (!row?.email) throw fail('NOT_FOUND')
        usersPolicy.addAs(zone, row.role as CodeAssignableRole)
        if (zone.status !== 'active') throw fail('ZONE_NOT_ACTIVE')
        await refundIfRefused([await addressLimit.take(row.email)], () =>
          db.asOwner(HASH_REASON, tx =>
            write(tx, its => resendInvitation(its, mailQueue, actor, { zoneId: zone.id, row })),
          ),
        )
        return db.asActor(actor, tx => viewOne(tx, zone.id, invitationId))
      }),

    revoke: api.invitations.revoke
      .use(inZone('link_users', { refuses, asOwner: HASH_REASON }))
      .handler(async ({ context: { tx, actor, zone, publish }, input: { invitationId } }) => {
        if (!(await findInvitation(tx, zone.id, invitationId))) throw fail('NOT_FOUND')
        // An invitation that has ended already stays as it is.
        if (await revokeInvitation(tx, zone.id, invitationId)) {
          await audit(tx, 'zone_invitation_revoked', { actorId: actor.userId, zoneId: zone.id, invitationId })
          publish(invitationsEvents, { kind: 'invitation.changed', zoneId: zone.id, invitationId })
        }
        return { invitationId }
      }),

    preview: api.invitations.preview.use(withLink).handler(async ({ context, input: { token } }) => {
      const userId = await findUserId(context)
      const [row, holder] = await db.asOwner('whoever holds a link may read what it leads to', async tx => {
        const linkedRow = await findLinkedInvitation(tx, hashToken(token))
        return [linkedRow, linkedRow && userId ? await readHolder(tx, userId, linkedRow) : undefined]
      })
      if (!row) await guessLimit.take(context.ip)
      const state = toInvitationState(row, holder, new Date())
      // A link of somebody who may create accounts is the invitation that sign-up requires.
      const signUp = env.SIGN_UP === 'invited' && row && mayCreateAccounts(row) ? 'open' : env.SIGN_UP
      return shownInvitationView(state, row, state === 'expired' ? env.SIGN_UP : signUp)
    }),

    accept: api.invitations.accept
      .use(signedIn(null, { withoutTx, rateLimit: acceptRate }))
      .handler(({ context: { ip, actor }, input: { token } }) =>
        countRefusal(guessLimit, ip, () =>
          db.asOwner(HASH_REASON, tx =>
            write(tx, its => useInvitation(its, { token, userId: actor.userId, accepts: true })),
          ),
        ),
      ),
  }
}

const toAddresses = (emails: readonly string[]) => [...new Set(emails.map(it => it.toLowerCase()))]

/** Takes an attempt for each address that has one left, and returns them by address. */
async function takeAttempts(
  limit: RateLimit,
  emails: readonly string[],
): Promise<ReadonlyMap<string, TakenAttempt>> {
  const attempts = new Map<string, TakenAttempt>()
  for (const email of toAddresses(emails)) {
    const attempt = await limit.take(email).catch(error => {
      if (error instanceof ORPCError && error.code === 'TOO_MANY_REQUESTS') return undefined
      throw error
    })
    if (attempt) attempts.set(email, attempt)
  }
  return attempts
}

/** Returns the person whose session the caller has, if any; a link can also be read without one. */
async function findUserId({ token, sessions }: RequestContext): Promise<string | undefined> {
  return token === undefined ? undefined : (await sessions.resolve(token, ALLOW_TWO_STEP_DUE))?.userId
}

const loadNames = (tx: Tx, rows: readonly InvitationRow[]) =>
  loadPersonNames(
    tx,
    rows.flatMap(row => [row.invited_by, ...row.used_by]),
  )

async function viewOne(tx: Tx, zoneId: string, invitationId: string) {
  const row = await findInvitation(tx, zoneId, invitationId)
  if (!row) throw fail('NOT_FOUND')
  return invitationView(row, await loadNames(tx, [row]))
}
