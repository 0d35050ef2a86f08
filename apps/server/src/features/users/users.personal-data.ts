import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const usersPersonalData: readonly PersonalList[] = [
  {
    name: 'profile',
    says: msg`The profile with role, status, user code, skills and emergency contact.`,
    table: 'user_profiles',
    kind: 'profile',
    of: 'id',
    order: 'id',
  },
  {
    name: 'memberships',
    says: msg`The zones one belongs to or is invited to.`,
    table: 'zone_assignments',
    kind: 'memberships',
    of: 'user_id',
    order: 'assignment_id',
  },
  {
    name: 'zone-permissions',
    says: msg`What one may do as a zone manager beyond or below that role.`,
    table: 'zone_permissions',
    kind: 'memberships',
    of: 'user_id',
    order: 'zone_id, permission',
  },
  {
    name: 'past-memberships',
    says: msg`Zones one belonged to, for as long as looks at them are told.`,
    table: 'past_memberships',
    kind: 'memberships',
    of: 'user_id',
    order: 'ended_at, id',
  },
  {
    name: 'declined-invitations',
    says: msg`Invitations one declined.`,
    table: 'declined_invitations',
    kind: 'memberships',
    of: 'user_id',
    order: 'zone_id',
  },
]
