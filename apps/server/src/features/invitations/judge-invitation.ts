import { can } from '@muster/domain/permission.ts'
import { effectiveRole, isInternalAdmin, type Role, type ZoneRole } from '@muster/domain/role.ts'
import { type InvitationState, invitationState } from '@muster/domain/zone-invitation.ts'
import { mayInZone, toPermissionChanges } from '@muster/domain/zone-permission.ts'
import { mayAddAs } from '../users/index.ts'
import type { HolderRow, LinkedInvitationRow } from './invitations.queries.ts'

/** Undefined `holder`: not signed in. Expired looks like unknown. Memberships come first: a used link still leads to the zone. */
export function toInvitationState(
  row: LinkedInvitationRow | undefined,
  holder: HolderRow | undefined,
  now: Date,
): InvitationState {
  if (!row || row.expires_at <= now) return 'expired'
  if (holder?.zone_role) return 'member'
  const ownState = invitationState(
    { expiresAt: row.expires_at, revokedAt: row.revoked_at, uses: row.uses, maxUses: row.max_uses },
    now,
  )
  if (ownState !== 'open') return ownState
  if (row.zone_status !== 'active') return 'closed'
  if (!mayStillInvite(row)) return 'inviter'
  if (holder?.sees_all) return 'sees_all'
  if (holder?.removed_since) return 'removed'
  if (holder && row.email !== null && row.email !== holder.email) return 'other_address'
  return 'open'
}

/** True if the inviter could still add a person in this role by their code: the same rule, applied when the link is used. */
export function mayStillInvite(row: LinkedInvitationRow): boolean {
  if (row.inviter_role === null) return false
  const accountRole = row.inviter_role as Role
  if (!isInternalAdmin(accountRole) && !row.inviter_accepted) return false
  const rights = {
    role: effectiveRole(accountRole, (row.inviter_zone_role ?? undefined) as ZoneRole | undefined),
    ...toPermissionChanges(row.inviter_changes),
  }
  return mayInZone(rights, 'link_users') && mayAddAs(rights, row.role as Role)
}

/**
 * True if the inviter may create accounts. Where sign-up requires an invitation, only their links admit new people, because adding
 * people to a zone does not include that.
 */
export const mayCreateAccounts = ({ inviter_role }: Pick<LinkedInvitationRow, 'inviter_role'>): boolean =>
  inviter_role !== null && can(inviter_role as Role, 'create_users')
