import type { CodeAssignableRole } from '@muster/domain/role.ts'
import type { MailOrder, MailQueue } from '../../jobs/mail-queue.ts'
import { createToken, hashToken } from '../../lib/secrets.ts'
import type { WriteContext } from '../../live/write.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { audit } from '../security/index.ts'
import { invitationsEvents } from './invitations.events.ts'
import {
  findKnownEmails,
  type InvitationRow,
  insertEmailInvitations,
  insertInvitation,
  lockOpenInvitations,
  type MailedRow,
  renewInvitation,
} from './invitations.queries.ts'

type Terms = { readonly zoneId: string; readonly role: CodeAssignableRole; readonly days: number }

/** Returns the link of an invitation, which opens the page that explains it. */
export const toInvitationLink = (publicUrl: string, secret: string) =>
  `${publicUrl}/#/join?invitation=${secret}`

/** Stores an invitation and returns its id and the secret of its link, of which only a hash is stored. Throws INVITATIONS_FULL. */
export async function createInvitation(
  { tx, publish }: WriteContext,
  actor: SignedInActor,
  { maxUses, ...terms }: Terms & { readonly maxUses: number },
): Promise<{ id: string; secret: string }> {
  if ((await lockOpenInvitations(tx, terms.zoneId)) < 1) throw fail('INVITATIONS_FULL')
  const secret = createToken()
  const id = await insertInvitation(tx, {
    ...terms,
    maxUses,
    invitedBy: actor.userId,
    tokenHash: hashToken(secret),
  })
  await logCreated(tx, actor, { ...terms, invitationIds: [id], maxUses })
  publish(invitationsEvents, { kind: 'invitation.changed', zoneId: terms.zoneId, invitationId: id })
  return { id, secret }
}

export type EmailOutcome = {
  readonly email: string
  readonly outcome: 'invited' | 'open' | 'member' | 'declined'
}

/** Skips members, open invitations, repeats and who just declined. Throws INVITATIONS_FULL, and then invites nobody. */
export async function inviteEmails(
  { tx, publish }: WriteContext,
  mailQueue: Pick<MailQueue, 'add'>,
  actor: SignedInActor,
  { emails, ...terms }: Terms & { readonly emails: readonly string[] },
): Promise<EmailOutcome[]> {
  const addresses = [...new Set(emails.map(it => it.toLowerCase()))]
  const remaining = await lockOpenInvitations(tx, terms.zoneId)
  const knownEmails = await findKnownEmails(tx, terms.zoneId, addresses)
  const newAddresses = addresses.filter(it => !knownEmails.has(it))
  if (newAddresses.length > remaining) throw fail('INVITATIONS_FULL')
  const rows = await insertEmailInvitations(tx, newAddresses, { ...terms, invitedBy: actor.userId })
  for (const row of rows) await mailQueue.add(toOrder(row), tx)
  const [firstRow] = rows
  if (firstRow) {
    await logCreated(tx, actor, { ...terms, invitationIds: rows.map(it => it.id), maxUses: 1 })
    publish(invitationsEvents, {
      kind: 'invitation.changed',
      zoneId: terms.zoneId,
      invitationId: firstRow.id,
    })
  }
  return addresses.map(email => ({ email, outcome: knownEmails.get(email) ?? 'invited' }))
}

/**
 * Mails an invitation again, with a new link and its whole time, in the name of the actor: the inviter may have left. Throws
 * INVITATION_ENDED, INVITATIONS_FULL.
 */
export async function resendInvitation(
  { tx, publish }: WriteContext,
  mailQueue: Pick<MailQueue, 'add'>,
  actor: SignedInActor,
  { zoneId, row }: { readonly zoneId: string; readonly row: InvitationRow },
): Promise<void> {
  const { id, expires_at, revoked_at, invited_by } = row
  // An expired one becomes one more that is open.
  if (expires_at <= new Date() && (await lockOpenInvitations(tx, zoneId)) < 1) throw fail('INVITATIONS_FULL')
  const renewedRow = await renewInvitation(tx, { zoneId, id, invitedBy: actor.userId })
  if (!renewedRow) throw fail('INVITATION_ENDED', { state: revoked_at ? 'revoked' : 'used_up' })
  await mailQueue.add(toOrder(renewedRow), tx)
  await audit(tx, 'zone_invitation_created:sent_again', {
    actorId: actor.userId,
    zoneId,
    invitationIds: [id],
    role: row.role,
    earlierInviter: invited_by,
  })
  publish(invitationsEvents, { kind: 'invitation.changed', zoneId, invitationId: id })
}

const toOrder = ({ id, email, created_at }: MailedRow): MailOrder => ({
  kind: 'zone-invitation',
  email,
  invitationId: id,
  invitedAt: created_at.toISOString(),
})

const logCreated = (tx: WriteContext['tx'], actor: SignedInActor, metadata: Record<string, unknown>) =>
  audit(tx, 'zone_invitation_created:sent', { actorId: actor.userId, ...metadata })
