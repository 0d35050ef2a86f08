import type { ShownInvitation, ZoneInvitation } from '@muster/contract/invitations.ts'
import type { CodeAssignableRole } from '@muster/domain/role.ts'
import { type InvitationState, invitationState, maskEmail } from '@muster/domain/zone-invitation.ts'
import { type PersonNameLookup, toDisplayName } from '../../db/person-names.ts'
import type { InvitationRow, LinkedInvitationRow } from './invitations.queries.ts'

export const invitationView = (row: InvitationRow, toPerson: PersonNameLookup): ZoneInvitation => ({
  id: row.id,
  role: row.role as CodeAssignableRole,
  email: row.email,
  invitedBy: toPerson(row.invited_by).name,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  mailedAt: row.mailed_at?.toISOString() ?? null,
  state: invitationState(
    { expiresAt: row.expires_at, revokedAt: row.revoked_at, uses: row.uses, maxUses: row.max_uses },
    new Date(),
  ),
  uses: row.uses,
  maxUses: row.max_uses,
  usedBy: row.used_by.map(userId => toPerson(userId).name),
})

const unknownInvitation = {
  zoneName: null,
  invitedBy: null,
  role: null,
  expiresAt: null,
  address: null,
}

const statesWithNames: readonly InvitationState[] = ['open', 'member', 'other_address']

/**
 * An expired invitation is shown like an unknown one, so that guesses learn nothing. One that no longer works names nobody, because
 * its link may have been revoked after it leaked.
 */
export const shownInvitationView = (
  state: InvitationState,
  row: LinkedInvitationRow | undefined,
  signUp: ShownInvitation['signUp'],
): ShownInvitation =>
  !row || !statesWithNames.includes(state)
    ? { state, signUp, ...unknownInvitation }
    : {
        state,
        signUp,
        zoneName: row.zone_name,
        invitedBy: row.inviter_name === null ? null : toDisplayName(row.inviter_name),
        role: row.role as CodeAssignableRole,
        expiresAt: row.expires_at.toISOString(),
        address: row.email && maskEmail(row.email),
      }
