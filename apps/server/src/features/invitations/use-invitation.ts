import type { ZoneRole } from '@muster/domain/role.ts'
import { ORPCError } from '@orpc/server'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Tx } from '../../db/database.ts'
import { hashToken } from '../../lib/secrets.ts'
import { type WriteContext, write } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { acceptInvitationAsOwner } from '../zones/index.ts'
import { invitationUsedAlert } from './invitations.alerts.ts'
import { invitationsEvents } from './invitations.events.ts'
import {
  findLinkedInvitation,
  hasProfile,
  joinZone,
  type LinkedInvitationRow,
  lockProfiles,
  readHolder,
  readNames,
  returnUse,
  takeUse,
} from './invitations.queries.ts'
import { mayCreateAccounts, toInvitationState } from './judge-invitation.ts'

const OWNER_REASON = 'nobody is signed in while an account is created'

type JoinedZone = { readonly zoneId: string; readonly zoneName: string; readonly role: ZoneRole }

/**
 * Logs and alerts; members stay, so repeating does no harm. `accepts` false: invited until they enter. `isCounted`: counted before
 * they signed up. Throws INVITATION_ENDED, ORGANISATION_PEOPLE_FULL.
 */
export async function useInvitation(
  { tx, publish, alert }: WriteContext,
  {
    token,
    userId,
    accepts,
    isCounted = false,
  }: { token: string; userId: string; accepts: boolean; isCounted?: boolean },
): Promise<JoinedZone> {
  const tokenHash = hashToken(token)
  // The deletion of an account locks the profile first, too.
  await lockProfiles(tx, [userId, (await findLinkedInvitation(tx, tokenHash))?.invited_by ?? null])
  const storedRow = await findLinkedInvitation(tx, tokenHash, true)
  const row = storedRow && { ...storedRow, uses: storedRow.uses - (isCounted ? 1 : 0) }
  const holder = row && (await readHolder(tx, userId, row))
  const now = new Date()
  const state = toInvitationState(row, holder, now)
  if (!row || !holder || (state !== 'open' && state !== 'member')) throw fail('INVITATION_ENDED', { state })
  const joinedZone = {
    zoneId: row.zone_id,
    zoneName: row.zone_name,
    role: (holder.zone_role ?? row.role) as ZoneRole,
  }
  if (state === 'member' && accepts && !holder.has_accepted) {
    // A pending invitation in another role is accepted where that role is shown: by entering the zone.
    if (!(await acceptInvitationAsOwner(tx, userId, row.zone_id, row.role)))
      throw fail('INVITATION_ENDED', { state })
    await audit(tx, 'user_action_invitation_accepted', { actorId: userId, zoneId: row.zone_id })
  }
  if (state === 'member' || !(await joinZone(tx, row, userId, accepts))) return joinedZone
  if (!isCounted) await takeUse(tx, row.id)
  await audit(tx, 'member_joined_by_link', {
    actorId: userId,
    aboutId: userId,
    zoneId: row.zone_id,
    invitationId: row.id,
    role: row.role,
    invitedBy: row.invited_by,
  })
  alert(
    invitationUsedAlert(row, { id: userId, name: (await readNames(tx, [userId])).get(userId) ?? '' }, now),
  )
  publish(invitationsEvents, { kind: 'invitation.changed', zoneId: row.zone_id, invitationId: row.id })
  return joinedZone
}

/** Where sign-up requires an invitation, the inviter must be allowed to create accounts; adding to a zone is not enough. */
export async function admitsSignUp(
  db: Pick<Database, 'asOwner'>,
  token: string,
  email: string,
): Promise<boolean> {
  return db.asOwner(
    OWNER_REASON,
    async tx => (await findAdmitting(tx, { token, email }, false)) !== undefined,
  )
}

async function findAdmitting(
  tx: Tx,
  { token, email }: { token: string; email: string },
  locks: boolean,
): Promise<LinkedInvitationRow | undefined> {
  const row = await findLinkedInvitation(tx, hashToken(token), locks)
  if (!row || toInvitationState(row, undefined, new Date()) !== 'open') return undefined
  if (row.email !== null && row.email !== email.trim().toLowerCase()) return undefined
  return mayCreateAccounts(row) ? row : undefined
}

/**
 * Counted first, so concurrent sign-ups cannot exceed the link's uses; given back if `signUp` fails or the address is taken, but not
 * if joining fails. Throws INVITATION_NEEDED.
 */
export async function withCountedUse<T extends { userId: string }>(
  db: Pick<Database, 'asOwner'>,
  its: { token: string; email: string },
  signUp: () => Promise<T>,
): Promise<T> {
  const row = await db.asOwner(OWNER_REASON, async tx => {
    const admittingRow = await findAdmitting(tx, its, true)
    if (!admittingRow || !(await takeUse(tx, admittingRow.id))) throw fail('INVITATION_NEEDED')
    return admittingRow
  })
  const createdAccount = await signUp().catch(async error => {
    await db.asOwner(OWNER_REASON, tx => returnUse(tx, row.id))
    throw error
  })
  await db.asOwner(OWNER_REASON, async tx => {
    if (!(await hasProfile(tx, createdAccount.userId))) return returnUse(tx, row.id)
    await audit(tx, 'user_created:by_link', {
      actorId: row.invited_by,
      aboutId: createdAccount.userId,
      role: 'app_user',
      invitationId: row.id,
    })
  })
  return createdAccount
}

/** Only invited while the address is unconfirmed. Null if it fails, which must not make the sign-up look failed. */
export async function joinAfterSignUp(
  { db, log }: { db: Pick<Database, 'asOwner'>; log: Pick<FastifyBaseLogger, 'error'> },
  its: { token: string; userId: string; accepts: boolean; isCounted: boolean },
): Promise<string | null> {
  try {
    const { zoneId } = await db.asOwner(OWNER_REASON, tx => write(tx, context => useInvitation(context, its)))
    return its.accepts ? zoneId : null
  } catch (error) {
    const isExpected = error instanceof ORPCError && error.status < 500
    if (!isExpected) log.error({ err: error }, 'A new account could not join the zone of its invitation')
    return null
  }
}
