import type { CodeAssignableRole } from './role.ts'

/** Days for which an invitation to a zone may be valid. */
export const zoneInvitationDays = [1, 7, 30] as const
export type ZoneInvitationDays = (typeof zoneInvitationDays)[number]
export const defaultZoneInvitationDays: ZoneInvitationDays = 7

/** Maximum number of people who may use one link. */
export const maxInvitationUses = 500
/** Maximum number of people who may use one link with this role. A link that is forwarded must not make many people managers. */
export const maxUsesAs = (role: CodeAssignableRole): number => (role === 'app_user' ? maxInvitationUses : 1)
export const maxInvitedEmails = 100
/** Maximum number of invitations of one zone that still work. */
export const maxOpenInvitations = 500
/** Days for which an invitation stays in the list after it has ended. */
export const endedInvitationKeepDays = 30

/**
 * `expired`: also an unknown link or deleted zone. `closed`: zone or organisation suspended. `inviter`: may no longer add this role.
 * `other_address`: somebody else's. `removed`: after it was made. `sees_all`: cannot be a member.
 */
export const invitationStates = [
  'open',
  'member',
  'expired',
  'revoked',
  'used_up',
  'closed',
  'inviter',
  'other_address',
  'removed',
  'sees_all',
] as const
export type InvitationState = (typeof invitationStates)[number]

type InvitationFacts = {
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly uses: number
  readonly maxUses: number
}

/** Returns what an invitation is by its own row, whoever looks at it, as its zone lists it. */
export function invitationState(
  { expiresAt, revokedAt, uses, maxUses }: InvitationFacts,
  now: Date,
): Extract<InvitationState, 'open' | 'expired' | 'revoked' | 'used_up'> {
  if (revokedAt) return 'revoked'
  if (uses >= maxUses) return 'used_up'
  return expiresAt <= now ? 'expired' : 'open'
}

/** Returns an address that its owner recognises and others cannot read: `a…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`
}
