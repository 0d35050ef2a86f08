import type { CodeAssignableRole } from '@muster/domain/role.ts'
import { ORPCError } from '@orpc/server'
import type { Database, Tx } from '../../db/database.ts'
import { type WriteContext, write } from '../../live/write.ts'
import { fail } from '../../rpc/fail.ts'
import { hashToken } from '../../rpc/sessions.queries.ts'
import { appendSecurityEvent } from '../security/index.ts'
import { invitationUsedAlert } from './invitations.alerts.ts'
import { invitationsEvents } from './invitations.events.ts'
import { findLinkedInvitation, joinZone, readHolder, readNames } from './invitations.queries.ts'
import { judgeInvitation, mayCreateAccounts } from './judge-invitation.ts'

type JoinedZone = { readonly zoneId: string; readonly zoneName: string; readonly role: CodeAssignableRole }

/**
 * Makes the person a member by the invitation of a link, counts the use, logs it and alerts the inviter. Members stay as they are,
 * so repeating it does no harm. With `accepts` false they are only invited, until they enter the zone. Throws INVITATION_ENDED,
 * ORGANISATION_PEOPLE_FULL. Runs as the database owner.
 */
export async function useInvitation(
  { tx, publish, alert }: WriteContext,
  { token, userId, accepts }: { token: string; userId: string; accepts: boolean },
): Promise<JoinedZone> {
  const row = await findLinkedInvitation(tx, hashToken(token), true)
  const holder = row && (await readHolder(tx, userId, row))
  const now = new Date()
  const state = judgeInvitation(row, holder, now)
  if (!row || !holder || (state !== 'open' && state !== 'member')) throw fail('INVITATION_ENDED', { state })
  const joinedZone = {
    zoneId: row.zone_id,
    zoneName: row.zone_name,
    role: row.role as CodeAssignableRole,
  }
  if (state === 'member' || !(await joinZone(tx, row, userId, accepts))) return joinedZone
  await appendSecurityEvent(tx, {
    type: 'member_joined_by_link',
    description: 'A person joined a zone by an invitation link.',
    actorId: userId,
    affectedUserId: userId,
    severity: 'info',
    metadata: { zoneId: row.zone_id, invitationId: row.id, role: row.role, invitedBy: row.invited_by },
  })
  alert(
    invitationUsedAlert(row, { id: userId, name: (await readNames(tx, [userId])).get(userId) ?? '' }, now),
  )
  publish(invitationsEvents, { kind: 'invitation.changed', zoneId: row.zone_id, invitationId: row.id })
  return joinedZone
}

/**
 * Returns true if the link admits a new account with this address where sign-up requires an invitation: the inviter must be a
 * person who may create accounts, because adding people to a zone does not include that.
 */
export async function admitsSignUp(
  db: Pick<Database, 'asOwner'>,
  token: string,
  email: string,
): Promise<boolean> {
  return db.asOwner('nobody is signed in while an account is created', tx => isAdmitted(tx, token, email))
}

async function isAdmitted(tx: Tx, token: string, email: string): Promise<boolean> {
  const row = await findLinkedInvitation(tx, hashToken(token))
  if (!row || judgeInvitation(row, undefined, new Date()) !== 'open') return false
  if (row.email !== null && row.email !== email.trim().toLowerCase()) return false
  return mayCreateAccounts(row)
}

/**
 * Joins a new account to the zone of its invitation. An account whose address is not confirmed yet is only invited. Returns the
 * zone it joined; null if the invitation does not work for it, which must not undo the sign-up.
 */
export async function joinAfterSignUp(
  db: Pick<Database, 'asOwner'>,
  its: { token: string; userId: string; accepts: boolean },
): Promise<string | null> {
  try {
    const { zoneId } = await db.asOwner('nobody is signed in while an account is created', tx =>
      write(tx, context => useInvitation(context, its)),
    )
    return its.accepts ? zoneId : null
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) return null
    throw error
  }
}
