import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const invitationsPersonalData: readonly PersonalList[] = [
  {
    name: 'zone-invitations-made',
    says: msg`Invitations to a zone by link or email that you made.`,
    table: 'zone_invitations',
    of: 'invited_by',
    order: 'created_at, id',
    leftOut: { 'about somebody else': ['email'] },
  },
  {
    name: 'zone-invitations-used',
    says: msg`Zones you joined by an invitation link.`,
    table: 'zone_invitation_uses',
    kind: 'memberships',
    of: 'user_id',
    order: 'used_at, invitation_id',
  },
]
